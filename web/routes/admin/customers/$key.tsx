import { createFileRoute } from '@tanstack/react-router'
import { CustomerPage } from '../../../admin/customers/CustomerPage.tsx'
import { titled } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/customers/$key')({
  head: titled('Customer'),
  component: () => <CustomerPage id={Route.useParams().key} />,
})
