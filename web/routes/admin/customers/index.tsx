import { createFileRoute } from '@tanstack/react-router'
import { CustomersPage } from '../../../admin/customers/CustomersPage.tsx'
import { titled } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/customers/')({
  head: titled('Customers'),
  component: CustomersPage,
})
