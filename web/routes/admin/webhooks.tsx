import { createFileRoute } from '@tanstack/react-router'
import type { DeliveryQuery } from '#contract/webhooks.ts'
import { WebhooksPage } from '../../admin/webhooks/WebhooksPage.tsx'
import { headWithTitle } from '../../lib/page-head.ts'
import { declareSearch } from '../../lib/search-params.ts'

export const Route = createFileRoute('/admin/webhooks')({
  validateSearch: declareSearch<DeliveryQuery>(),
  head: headWithTitle('Webhooks'),
  component: WebhooksPage,
})
