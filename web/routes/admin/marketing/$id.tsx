import { createFileRoute } from '@tanstack/react-router'
import { CampaignPage } from '../../../admin/marketing/CampaignPage.tsx'
import { titled } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/marketing/$id')({
  head: titled('Campaign'),
  component: () => <CampaignPage id={Route.useParams().id} />,
})
