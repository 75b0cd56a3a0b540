import { createFileRoute } from '@tanstack/react-router'
import { PagePlaceholder } from '../features/content/PagePlaceholder.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/payment-success')({
  head: ({ matches }) => pageHead(matches, 'Payment'),
  component: () => <PagePlaceholder title="Payment" />,
})
