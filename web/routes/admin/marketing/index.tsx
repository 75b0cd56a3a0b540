import { createFileRoute } from '@tanstack/react-router'
import type { CampaignQuery } from '#contract/campaigns.ts'
import { MarketingPage } from '../../../admin/marketing/MarketingPage.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'
import { declareSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/admin/marketing/')({
  validateSearch: declareSearch<CampaignQuery & { tab?: 'campaigns'; from?: string }>(),
  head: headWithTitle('Marketing Emails'),
  component: MarketingPage,
})
