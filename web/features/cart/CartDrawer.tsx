import { Link } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { formatMoney } from '../../lib/format.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { Drawer } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { CartLine } from './CartLine.tsx'
import { setCartOpen, useCartOpen } from './cart-drawer-state.ts'
import { useCart } from './cart-store.ts'

const close = () => setCartOpen(false)

export function CartDrawer() {
  const { items, total, itemCount } = useCart()
  const title = itemCount > 0 ? `Your cart (${itemCount})` : 'Your cart'
  return (
    <Drawer
      open={useCartOpen()}
      onOpenChange={setCartOpen}
      title={title}
      footer={items.length > 0 && <Totals total={total} />}
    >
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
            <CartLine key={item.id} item={item} onLeave={close} />
          ))}
        </ul>
      )}
    </Drawer>
  )
}

function Totals({ total }: { total: number }) {
  return (
    <div className="grid gap-3">
      <p className="flex items-baseline justify-between">
        <span className="font-medium">Total</span>
        <span className="font-display text-2xl tabular-nums">{formatMoney(total)}</span>
      </p>
      <Link to="/checkout" onClick={close} className={buttonStyle({ size: 'large' })}>
        Go to Checkout
      </Link>
      <Link to="/cart" onClick={close} className={buttonStyle({ look: 'outline' })}>
        Cart Page
      </Link>
    </div>
  )
}
