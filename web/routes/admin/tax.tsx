import { createFileRoute } from '@tanstack/react-router'
import type { TaxRateQuery, TaxReportQuery } from '#contract/tax.ts'
import { TaxPage } from '../../admin/tax/TaxPage.tsx'
import { pageHead } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

type Search = Omit<TaxRateQuery, 'sort'> &
  Omit<TaxReportQuery, 'sort'> & { tab?: string; sort?: string }

export const Route = createFileRoute('/admin/tax')({
  validateSearch: declareSearch<Search>(),
  head: ({ matches }) => pageHead(matches, 'Tax'),
  component: TaxPage,
})
