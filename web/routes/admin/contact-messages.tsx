import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../admin/kit/AdminPage.tsx'
import { pageHead } from '../../lib/page-head.ts'
import { EmptyState } from '../../ui/Feedback.tsx'

export const Route = createFileRoute('/admin/contact-messages')({
  head: ({ matches }) => pageHead(matches, 'Contact Messages'),
  component: () => (
    <AdminPage title="Contact Messages">
      <EmptyState title="This screen is being prepared" />
    </AdminPage>
  ),
})
