import { createFileRoute } from '@tanstack/react-router'
import type { ApiKeyQuery } from '#contract/api-keys.ts'
import { ApiKeysPage } from '../../admin/api-keys/ApiKeysPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/api-keys')({
  validateSearch: declareSearch<ApiKeyQuery>(),
  head: headWithTitle('API Keys'),
  component: ApiKeysPage,
})
