import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../admin/kit/AdminPage.tsx'
import { pageHead } from '../../lib/page-head.ts'
import { EmptyState } from '../../ui/Feedback.tsx'

export const Route = createFileRoute('/admin/marketing')({
  head: ({ matches }) => pageHead(matches, 'Marketing Emails'),
  component: () => (
    <AdminPage title="Marketing Emails">
      <EmptyState title="This screen is being prepared" />
    </AdminPage>
  ),
})
