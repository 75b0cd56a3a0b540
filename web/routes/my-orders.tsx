import { createFileRoute } from '@tanstack/react-router'
import { PagePlaceholder } from '../features/content/PagePlaceholder.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/my-orders')({
  head: ({ matches }) => pageHead(matches, 'My Orders'),
  component: () => <PagePlaceholder title="My Orders" />,
})
