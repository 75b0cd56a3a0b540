import { Link } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { CartLine } from './CartLine.tsx'
import { CartNotices } from './CartNotices.tsx'
import { setCartOpen, useCartOpen } from './cart-drawer-state.ts'
import { useCart } from './cart-store.ts'
import { useFreshCart } from './use-fresh-cart.ts'

const close = () => setCartOpen(false)

type CartDrawerProps = {
  /** The button that pays: whoever puts the page together knows how. Without it, a link to the checkout. */
  checkout?: ReactNode
}

export function CartDrawer({ checkout = <CheckoutLink /> }: CartDrawerProps) {
  const { items, total, itemCount } = useCart()
  const title = itemCount > 0 ? `Your cart (${itemCount})` : 'Your cart'
  return (
    <Drawer
      open={useCartOpen()}
      onOpenChange={setCartOpen}
      title={title}
      footer={items.length > 0 && <Totals total={total} checkout={checkout} />}
    >
      <Lines />
    </Drawer>
  )
}

/** Mounted by each opening, which is when prices and stock are asked for. */
function Lines() {
  const { items } = useCart()
  const { stockOf, isUnchecked } = useFreshCart()
  return (
    <>
      <CartNotices isUnchecked={isUnchecked} />
      {items.length === 0 ? (
        <EmptyState
          icon={<ShoppingBag aria-hidden="true" strokeWidth={1.4} />}
          title="Your cart is empty"
          text="Good skin starts with one small bottle."
          action={
            <Link to="/products" onClick={close} className={buttonStyle()}>
              Our Products
            </Link>
          }
        />
      ) : (
        <ul className="divide-y divide-line">
          {items.map((item) => (
            <CartLine key={item.id} item={item} stock={stockOf(item.id)} onLeave={close} />
          ))}
        </ul>
      )}
    </>
  )
}

function CheckoutLink() {
  return (
    <Link to="/checkout" onClick={close} className={buttonStyle({ size: 'large' })}>
      Go to Checkout
    </Link>
  )
}

function Totals({ total, checkout }: { total: number; checkout: ReactNode }) {
  return (
    <div className="grid gap-3">
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium">Total</span>
        <span className="font-display text-2xl tabular-nums">{formatMoney(total)}</span>
      </p>
      {checkout}
      <Link to="/cart" onClick={close} className={buttonStyle({ look: 'outline' })}>
        Cart Page
      </Link>
    </div>
  )
}
