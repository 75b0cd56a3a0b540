import { createFileRoute } from '@tanstack/react-router'
import { SHIPPING } from '../features/content/policies.ts'
import { TextPage } from '../features/content/TextPage.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/shipping-policy')({
  head: titled('Shipping Policy'),
  component: () => <TextPage title="Shipping Policy" content={SHIPPING} />,
})
