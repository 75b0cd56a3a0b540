import { createFileRoute } from '@tanstack/react-router'
import { CustomerPage } from '../../../admin/customers/CustomerPage.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/customers/$key')({
  head: headWithTitle('Customer'),
  component: () => <CustomerPage id={Route.useParams().key} />,
})
