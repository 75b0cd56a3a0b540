import { createFileRoute } from '@tanstack/react-router'
import type { SuppressionQuery } from '#contract/mail-suppressions.ts'
import { SuppressionsPage } from '../../admin/suppressions/SuppressionsPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/suppressions')({
  validateSearch: declareSearch<SuppressionQuery>(),
  head: headWithTitle('Suppression List'),
  component: SuppressionsPage,
})
