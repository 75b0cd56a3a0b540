import { lazy, Suspense } from 'react'
import { useCart } from '../features/cart/cart.ts'
import { buttonStyle } from '../ui/Button.tsx'

const loadButtons = () => import('../features/checkout/PaymentButtons.tsx')
const ExpressCheckoutButton = lazy(async () => ({
  default: (await loadButtons()).ExpressCheckoutButton,
}))
const UnpaidOrderNotice = lazy(async () => ({ default: (await loadButtons()).UnpaidOrderNotice }))

/** Loaded with the drawer. */
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
      <UnpaidOrderNotice />
      <ExpressCheckoutButton items={items} total={total} />
    </Suspense>
  )
}
