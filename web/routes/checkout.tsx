import { createFileRoute } from '@tanstack/react-router'
import { CartNotices } from '../features/cart/CartNotices.tsx'
import { useCart } from '../features/cart/cart-store.ts'
import { useFreshCart } from '../features/cart/use-fresh-cart.ts'
import { CheckoutPage } from '../features/checkout/CheckoutPage.tsx'
import { pageHead } from '../lib/page-head.ts'

export const Route = createFileRoute('/checkout')({
  head: ({ matches }) => pageHead(matches, 'Checkout'),
  component: () => <CheckoutPage cart={{ ...useCart(), news: <CartNews /> }} />,
})

function CartNews() {
  const { isUnchecked } = useFreshCart()
  return <CartNotices isUnchecked={isUnchecked} />
}
