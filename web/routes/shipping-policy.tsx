import { createFileRoute } from '@tanstack/react-router'
import { ShippingRates } from '../features/content/ShippingRates.tsx'
import { loadText } from '../features/content/shop-texts.ts'
import { PolicyPage } from '../features/content/TextPage.tsx'
import { headWithTitle } from '../lib/page-head.ts'
import { loadOptional } from '../lib/query-client.ts'

export const Route = createFileRoute('/shipping-policy')({
  loader: async (route) => {
    const { api, queryClient } = route.context
    await Promise.all([
      loadText('policy_shipping')(route),
      loadOptional(queryClient, api.shipping.rates.queryOptions()),
    ])
  },
  head: headWithTitle('Shipping Policy'),
  component: () => (
    <>
      <PolicyPage title="Shipping Policy" policy="policy_shipping" />
      <ShippingRates />
    </>
  ),
})
