import { createFileRoute } from '@tanstack/react-router'
import type { AuditQuery } from '#contract/insights.ts'
import { ChangesPage } from '../../admin/changes/ChangesPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/changes')({
  validateSearch: declareSearch<AuditQuery>(),
  head: headWithTitle('Who changed what'),
  component: ChangesPage,
})
