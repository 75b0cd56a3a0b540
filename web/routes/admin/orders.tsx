import { createFileRoute } from '@tanstack/react-router'
import { AdminPage } from '../../admin/kit/AdminPage.tsx'
import { NeedsAttention } from '../../admin/orders/NeedsAttention.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/orders')({
  head: ({ matches }) => pageHead(matches, 'Orders'),
  component: () => (
    <AdminPage title="Orders">
      <NeedsAttention />
    </AdminPage>
  ),
})
