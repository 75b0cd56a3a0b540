import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../admin/kit/AdminPage.tsx'
import { pageHead } from '../../lib/page-head.ts'
import { EmptyState } from '../../ui/Feedback.tsx'

export const Route = createFileRoute('/admin/email-templates')({
  head: ({ matches }) => pageHead(matches, 'Email Templates'),
  component: () => (
    <AdminPage title="Email Templates">
      <EmptyState title="This screen is being prepared" />
    </AdminPage>
  ),
})
