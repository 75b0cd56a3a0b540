import { createFileRoute } from '@tanstack/react-router'
import type { OrderQuery } from '#contract/admin-orders.ts'
import { OrdersPage } from '../../../admin/orders/OrdersPage.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'
import { declareSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/admin/orders/')({
  validateSearch: declareSearch<OrderQuery>(),
  head: headWithTitle('Orders'),
  component: OrdersPage,
})
