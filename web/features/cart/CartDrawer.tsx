import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { chargesOf } from '#contract/charges.ts'
import { useMoney } from '../../lib/money.ts'
import { addedLater, freeDeliveryText, useCartQuote } from '../../lib/quote.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Drawer } from '../../ui/Dialog.tsx'
import { CartChanges, CartLine, EmptyCart } from './CartContents.tsx'
import { type CartItem, setCartOpen, useCart, useCartOpen } from './cart.ts'
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

function Totals({ items, checkout }: { items: readonly CartItem[]; checkout: ReactNode }) {
  const formatMoney = useMoney()
  const { charges, quote } = useCartQuote(items)
  const later = addedLater(quote)
  const free = freeDeliveryText(quote, formatMoney)
  return (
    <div className="grid gap-3">
      {free && <p className="text-leaf text-sm">{free}</p>}
      {chargesOf(charges, formatMoney).map(({ key, label, amount }) => (
        <p key={key} className="flex items-baseline justify-between gap-4 text-quiet text-sm">
          <span className="min-w-0 break-words">{label}</span>
          <span className="tabular-nums">{amount}</span>
        </p>
      ))}
      <p className="flex items-baseline justify-between gap-4">
        <span className="font-medium">Total</span>
        <span className="font-display text-2xl tabular-nums">{formatMoney(charges.total)}</span>
      </p>
      {later.length > 0 && (
        <p className="-mt-2 text-quiet text-sm">
          {later.length === 1 ? `${later[0]} is` : 'Shipping and tax are'} added at checkout.
        </p>
      )}
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
  const { items, itemCount } = useCart()
  const title = itemCount > 0 ? `Your cart (${itemCount})` : 'Your cart'
  return (
    <Drawer
      open={useCartOpen()}
      onOpenChange={setCartOpen}
      title={title}
      footer={items.length > 0 && <Totals items={items} checkout={checkout} />}
    >
      <Lines />
    </Drawer>
  )
}
