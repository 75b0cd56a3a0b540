import { createFileRoute } from '@tanstack/react-router'
import { NewOrderPage } from '../../../admin/orders/HandOrderPages.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/orders/new')({
  head: headWithTitle('New order'),
  component: NewOrderPage,
})
