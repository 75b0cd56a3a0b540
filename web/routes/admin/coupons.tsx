import { createFileRoute } from '@tanstack/react-router'
import { CouponsPage } from '../../admin/coupons/CouponsPage.tsx'
import { pageHead } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/coupons')({
  head: ({ matches }) => pageHead(matches, 'Coupons'),
  component: CouponsPage,
})
