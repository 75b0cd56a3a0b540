import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../admin/kit/AdminPage.tsx'
import { pageHead } from '../../lib/page-head.ts'
import { EmptyState } from '../../ui/Feedback.tsx'

export const Route = createFileRoute('/admin/section-backgrounds')({
  head: ({ matches }) => pageHead(matches, 'Section Backgrounds'),
  component: () => (
    <AdminPage title="Section Backgrounds">
      <EmptyState title="This screen is being prepared" />
    </AdminPage>
  ),
})
