import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatMoney } from '../../lib/format.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { CartChanges, CartLine, EmptyCart } from './CartContents.tsx'
import { setCartOpen, useCart, useCartOpen } from './cart.ts'
import { useRefreshCart } from './refresh-cart.ts'

const close = () => setCartOpen(false)

/** Mounted by each opening, so that each opening asks for prices and stock. */
function Lines() {
  const { items } = useCart()
  const { stockOf, isUnchecked } = useRefreshCart()
  return (
    <>
      <CartChanges isUnchecked={isUnchecked} />
      {items.length === 0 ? (
        <EmptyCart
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

type CartDrawerProps = {
  /** The button that pays; without it, a link to the checkout. */
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
