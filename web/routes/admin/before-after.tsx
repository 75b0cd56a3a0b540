import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../admin/kit/AdminPage.tsx'
import { pageHead } from '../../lib/page-head.ts'
import { EmptyState } from '../../ui/Feedback.tsx'

export const Route = createFileRoute('/admin/before-after')({
  head: ({ matches }) => pageHead(matches, 'Before & After'),
  component: () => (
    <AdminPage title="Before & After">
      <EmptyState title="This screen is being prepared" />
    </AdminPage>
  ),
})
