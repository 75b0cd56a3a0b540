import { createFileRoute } from '@tanstack/react-router'
import { ShippingPage } from '../../admin/shipping/ShippingPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/shipping')({
  head: ({ matches }) => pageHead(matches, 'Shipping'),
  component: ShippingPage,
})
