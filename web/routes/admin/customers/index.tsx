import { createFileRoute } from '@tanstack/react-router'
import type { CustomerQuery } from '#contract/admin-orders.ts'
import { CustomersPage } from '../../../admin/customers/CustomersPage.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'
import { declareSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/admin/customers/')({
  validateSearch: declareSearch<CustomerQuery>(),
  head: headWithTitle('Customers'),
  component: CustomersPage,
})
