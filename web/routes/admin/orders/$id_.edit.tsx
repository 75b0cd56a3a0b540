import { createFileRoute } from '@tanstack/react-router'
import { orderNumber } from '#contract/ids.ts'
import { EditOrderPage } from '../../../admin/orders/HandOrderPages.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/orders/$id_/edit')({
  head: ({ matches, params }) => pageHead(matches, `Change order ${orderNumber(params.id)}`),
  component: () => <EditOrderPage id={Route.useParams().id} />,
})
