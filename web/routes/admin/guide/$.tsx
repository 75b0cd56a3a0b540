import { createFileRoute } from '@tanstack/react-router'
import { GuidePage } from '../../../admin/guide/GuidePage.tsx'
import { pageHead } from '../../../lib/page-head.ts'
import { declareSearch } from '../../../lib/search-params.ts'

export const Route = createFileRoute('/admin/guide/$')({
  validateSearch: declareSearch<{ q?: string }>(),
  head: ({ matches }) => pageHead(matches, 'Guide'),
  component: () => <GuidePage topic={Route.useParams()._splat ?? ''} />,
})
