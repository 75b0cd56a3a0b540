import { createFileRoute } from '@tanstack/react-router'
import { CouponsPage } from '../../admin/coupons/CouponsPage.tsx'
import { titled } from '../../lib/page-head.ts'

export const Route = createFileRoute('/admin/coupons')({
  head: titled('Coupons'),
  component: CouponsPage,
})
