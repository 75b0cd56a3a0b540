import { createFileRoute } from '@tanstack/react-router'
import type { DashboardQuery } from '#contract/insights.ts'
import { DashboardPage } from '../../admin/dashboard/DashboardPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/dashboard')({
  validateSearch: declareSearch<DashboardQuery & { by?: string | undefined }>(),
  head: headWithTitle('Dashboard'),
  component: DashboardPage,
})
