import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../admin/AdminPage.tsx'
import { pageHead } from '../../lib/page-head.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'

export const Route = createFileRoute('/admin/orders')({
  head: ({ matches }) => pageHead(matches, 'Orders'),
  component: () => (
    <AdminPage title="Orders">
      <EmptyState title="This screen is being prepared" />
    </AdminPage>
  ),
})
