import { createFileRoute } from '@tanstack/react-router'
import { loadText } from '../features/content/shop-texts.ts'
import { PolicyPage } from '../features/content/TextPage.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/shipping-policy')({
  loader: loadText('policy_shipping'),
  head: titled('Shipping Policy'),
  component: () => <PolicyPage title="Shipping Policy" policy="policy_shipping" />,
})
