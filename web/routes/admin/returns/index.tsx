import { createFileRoute } from '@tanstack/react-router'
import type { ReturnQuery } from '#contract/returns.ts'
import { ReturnsPage } from '../../../admin/returns/ReturnsPage.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'
import { declareSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/admin/returns/')({
  validateSearch: declareSearch<ReturnQuery & { tab?: string }>(),
  head: headWithTitle('Returns'),
  component: ReturnsPage,
})
