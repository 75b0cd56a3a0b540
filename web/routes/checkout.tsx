import { createFileRoute } from '@tanstack/react-router'
import { CartChanges } from '../features/cart/CartContents.tsx'
import { useCart } from '../features/cart/cart.ts'
import { useRefreshCart } from '../features/cart/refresh-cart.ts'
import { CheckoutPage } from '../features/checkout/CheckoutPage.tsx'
import { titled } from '../lib/page-head.ts'

export const Route = createFileRoute('/checkout')({
  head: titled('Checkout'),
  component: () => <CheckoutPage cart={{ ...useCart(), changes: <CurrentPrices /> }} />,
})

/** Refreshes the cart while the checkout is shown. */
function CurrentPrices() {
  const { isUnchecked } = useRefreshCart()
  return <CartChanges isUnchecked={isUnchecked} />
}
