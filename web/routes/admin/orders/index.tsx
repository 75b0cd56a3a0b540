import { createFileRoute } from '@tanstack/react-router'
import { OrdersPage } from '../../../admin/orders/OrdersPage.tsx'
import { titled } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/orders/')({
  head: titled('Orders'),
  component: OrdersPage,
})
