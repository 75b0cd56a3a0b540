import { createFileRoute } from '@tanstack/react-router'
import { PagePlaceholder } from '../features/content/PagePlaceholder.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/checkout')({
  head: ({ matches }) => pageHead(matches, 'Checkout'),
  component: () => <PagePlaceholder title="Checkout" />,
})
