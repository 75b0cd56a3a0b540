import { createFileRoute } from '@tanstack/react-router'
import { CampaignPage } from '../../../admin/marketing/CampaignPage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/marketing/$id')({
  head: ({ matches }) => pageHead(matches, 'Campaign'),
  component: () => <CampaignPage id={Route.useParams().id} />,
})
