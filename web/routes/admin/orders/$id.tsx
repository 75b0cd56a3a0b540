import { createFileRoute } from '@tanstack/react-router'
import { OrderPage } from '../../../admin/orders/OrderPage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/orders/$id')({
  head: ({ matches, params }) => pageHead(matches, `Order ${params.id.slice(0, 8)}`),
  component: () => <OrderPage id={Route.useParams().id} />,
})
