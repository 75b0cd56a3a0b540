import { createFileRoute } from '@tanstack/react-router'
import type { CouponQuery } from '#contract/coupons.ts'
import { CouponsPage } from '../../admin/coupons/CouponsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/coupons')({
  validateSearch: declareSearch<CouponQuery>(),
  head: headWithTitle('Coupons'),
  component: CouponsPage,
})
