import { createFileRoute } from '@tanstack/react-router'
import { SHIPPING } from '../features/content/policies.ts'
import { TextPage } from '../features/content/TextPage.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/shipping-policy')({
  head: ({ matches }) => pageHead(matches, 'Shipping Policy'),
  component: () => <TextPage title="Shipping Policy" content={SHIPPING} />,
})
