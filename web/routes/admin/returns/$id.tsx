import { createFileRoute } from '@tanstack/react-router'
import { ReturnPage } from '../../../admin/returns/ReturnPage.tsx'
import { headWithTitle } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/returns/$id')({
  head: headWithTitle('Return'),
  component: () => <ReturnPage id={Route.useParams().id} />,
})
