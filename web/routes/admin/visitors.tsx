import { createFileRoute } from '@tanstack/react-router'
import type { FunnelDayQuery, SourceQuery, VisitedProductQuery } from '#contract/visits.ts'
import { VisitorsPage } from '../../admin/dashboard/VisitorsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

type Lists = SourceQuery | VisitedProductQuery | FunnelDayQuery

export const Route = createFileRoute('/admin/visitors')({
  validateSearch: declareSearch<Omit<Lists, 'sort'> & { sort?: Lists['sort']; tab?: string }>(),
  head: headWithTitle('Visitors'),
  component: VisitorsPage,
})
