import { createFileRoute } from '@tanstack/react-router'
import { CustomerPage } from '../../../admin/customers/CustomerPage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/customers/$key')({
  head: ({ matches }) => pageHead(matches, 'Customer'),
  component: () => <CustomerPage id={Route.useParams().key} />,
})
