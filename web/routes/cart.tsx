import { createFileRoute } from '@tanstack/react-router'
import { PagePlaceholder } from '../features/content/PagePlaceholder.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/cart')({
  head: ({ matches }) => pageHead(matches, 'Shopping Cart'),
  component: () => <PagePlaceholder title="Shopping Cart" />,
})
