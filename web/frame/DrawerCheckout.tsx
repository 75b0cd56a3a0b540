import { lazy, Suspense } from 'react'
import { useCart } from '../features/cart/cart.ts'
import { buttonStyle } from '../ui/Button.tsx'

const ExpressCheckoutButton = lazy(async () => ({
  default: (await import('../features/checkout/ExpressCheckoutButton.tsx')).ExpressCheckoutButton,
}))

const OpenOrder = lazy(async () => ({
  default: (await import('../features/checkout/OpenOrder.tsx')).OpenOrder,
}))

/** The way from the cart drawer to the payment page, fetched with the drawer. */
export function DrawerCheckout() {
  const { items, total } = useCart()
  return (
    <Suspense
      fallback={
        <span
          aria-hidden="true"
          className={buttonStyle({ size: 'large', className: 'opacity-55' })}
        >
          Go to Checkout
        </span>
      }
    >
      <OpenOrder />
      <ExpressCheckoutButton items={items} total={total} />
    </Suspense>
  )
}
