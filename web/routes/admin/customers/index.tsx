import { createFileRoute } from '@tanstack/react-router'
import { CustomersPage } from '../../../admin/customers/CustomersPage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/customers/')({
  head: ({ matches }) => pageHead(matches, 'Customers'),
  component: CustomersPage,
})
