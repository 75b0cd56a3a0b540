import { createFileRoute } from '@tanstack/react-router'
import { orderNumber } from '#contract/ids.ts'
import { OrderPage } from '../../../admin/orders/OrderPage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/orders/$id')({
  head: ({ matches, params }) => pageHead(matches, `Order ${orderNumber(params.id)}`),
  component: () => <OrderPage id={Route.useParams().id} />,
})
