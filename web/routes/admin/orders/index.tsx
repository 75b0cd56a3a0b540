import { createFileRoute } from '@tanstack/react-router'
import { OrdersPage } from '../../../admin/orders/OrdersPage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/orders/')({
  head: ({ matches }) => pageHead(matches, 'Orders'),
  component: OrdersPage,
})
