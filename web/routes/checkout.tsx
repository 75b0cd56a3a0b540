import { createFileRoute } from '@tanstack/react-router'
import { CartChanges } from '../features/cart/CartContents.tsx'
import { useCart } from '../features/cart/cart.ts'
import { useRefreshCart } from '../features/cart/refresh-cart.ts'
import { CheckoutPage } from '../features/checkout/CheckoutPage.tsx'
import { headWithTitle } from '../lib/page-head.ts'
import { loadOptional } from '../lib/query-client.ts'

export const Route = createFileRoute('/checkout')({
  // With the page, so that country and state are lists from the start where the shop charges shipping.
  loader: async ({ context: { api, queryClient } }) => {
    await loadOptional(queryClient, api.shipping.places.queryOptions())
  },
  head: headWithTitle('Checkout'),
  component: () => <CheckoutPage cart={{ ...useCart(), changes: <CurrentPrices /> }} />,
})

/** Refreshes the cart while the checkout is shown. */
function CurrentPrices() {
  const { isUnchecked } = useRefreshCart()
  return <CartChanges isUnchecked={isUnchecked} />
}
