import { createFileRoute } from '@tanstack/react-router'
import type { RecipientQuery } from '#contract/campaigns.ts'
import { CampaignPage } from '../../../admin/marketing/CampaignPage.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'
import { declareSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/admin/marketing/$id')({
  validateSearch: declareSearch<RecipientQuery>(),
  head: headWithTitle('Campaign'),
  component: () => <CampaignPage id={Route.useParams().id} />,
})
