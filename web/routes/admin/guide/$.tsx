import { createFileRoute } from '@tanstack/react-router'
import { GuidePage } from '../../../admin/guide/GuidePage.tsx'
import { pageHead } from '../../../lib/page-head.ts'

export const Route = createFileRoute('/admin/guide/$')({
  head: ({ matches }) => pageHead(matches, 'Guide'),
  component: () => <GuidePage topic={Route.useParams()._splat ?? ''} />,
})
