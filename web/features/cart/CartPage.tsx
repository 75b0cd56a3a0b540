import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { chargesOf } from '#contract/charges.ts'
import { useHydrated } from '../../lib/hydration.ts'
import { useMoney } from '../../lib/money.ts'
import { addedLater, freeDeliveryText, useCartQuote } from '../../lib/quote.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { NamedList } from '../../ui/NamedList.tsx'
import { CartChanges, CartLine, EmptyCart } from './CartContents.tsx'
import { type CartItem, useCart } from './cart.ts'
import { useRefreshCart } from './refresh-cart.ts'

/** Without discounts: coupons are entered at checkout. */
function OrderSummary({ items }: { items: readonly CartItem[] }) {
  const formatMoney = useMoney()
  const { charges, quote } = useCartQuote(items)
  const free = freeDeliveryText(quote, formatMoney)
  return (
    <section
      aria-labelledby="order-summary"
      className="grid gap-5 rounded-card bg-blush/70 p-6 lg:sticky lg:top-[calc(var(--bar-height)+1.5rem)] lg:mt-6 lg:p-8"
    >
      <h2 id="order-summary" className="text-2xl">
        Order Summary
      </h2>
      <dl className="grid gap-3 tabular-nums">
        <div className="flex items-baseline justify-between gap-4">
          <dt className="text-quiet">Subtotal</dt>
          <dd>{formatMoney(charges.subtotal)}</dd>
        </div>
        {chargesOf(charges, formatMoney).map(({ key, label, amount }) => (
          <div key={key} className="flex items-baseline justify-between gap-4">
            <dt className="min-w-0 break-words text-quiet">{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
        {addedLater(quote).map((name) => (
          <div key={name} className="flex items-baseline justify-between gap-4">
            <dt className="text-quiet">{name}</dt>
            <dd className="text-quiet">Added at checkout</dd>
          </div>
        ))}
        <div className="flex items-baseline justify-between gap-4 border-ink/10 border-t pt-4">
          <dt className="font-medium">Total</dt>
          <dd className="font-display text-2xl">{formatMoney(charges.total)}</dd>
        </div>
      </dl>
      {free && <p className="text-leaf text-sm">{free}</p>}
      <Link to="/checkout" className={buttonStyle({ size: 'large', className: 'w-full' })}>
        Proceed to Checkout
      </Link>
      <p className="flex gap-2 text-quiet text-sm leading-snug">
        <Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        You pay on the secure page of our payment provider. Coupons are entered at checkout.
      </p>
    </section>
  )
}

function CartSkeleton() {
  return (
    <div
      role="status"
      className="mt-4 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]"
    >
      <span className="sr-only">Loading your cart...</span>
      <noscript>
        <p className="py-6">The cart needs JavaScript. Please switch it on to order.</p>
      </noscript>
      <div className="flex gap-6 py-6">
        <Skeleton className="aspect-4/5 w-24 sm:w-30" />
        <div className="grid flex-1 content-start gap-3">
          <Skeleton className="h-4 w-2/3 rounded-full" />
          <Skeleton className="h-4 w-1/4 rounded-full" />
        </div>
      </div>
      <Skeleton className="h-72" />
    </div>
  )
}

/** After a removal the focus moves to the heading; its own element is gone. */
function Cart({ onRemoved }: { onRemoved: () => void }) {
  const { items } = useCart()
  const { stockOf, isUnchecked } = useRefreshCart()
  return (
    <>
      <CartChanges isUnchecked={isUnchecked} />
      {items.length === 0 ? (
        <EmptyCart
          action={
            <Link to="/" className={buttonStyle({ size: 'large' })}>
              Start Shopping
            </Link>
          }
        />
      ) : (
        <div className="mt-4 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <NamedList label="Shopping Cart" className="divide-y divide-line border-line border-b">
            {items.map((item) => (
              <CartLine
                key={item.id}
                large
                item={item}
                stock={stockOf(item.id)}
                onRemoved={onRemoved}
              />
            ))}
          </NamedList>
          <OrderSummary items={items} />
        </div>
      )}
    </>
  )
}

type CartPageProps = {
  /** Shown once the cart is known. */
  banner?: ReactNode
}

export function CartPage({ banner }: CartPageProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const { itemCount } = useCart()
  const isKnown = useHydrated()
  return (
    <div className="page pt-10 pb-20 lg:pt-16">
      <h1 ref={title} tabIndex={-1} className="text-title outline-none">
        Shopping Cart
      </h1>
      {itemCount > 0 && (
        <p className="mt-2 text-quiet">
          {itemCount} {itemCount === 1 ? 'item' : 'items'}
        </p>
      )}
      {isKnown && <div className="mt-5 empty:hidden">{banner}</div>}
      {isKnown ? <Cart onRemoved={() => title.current?.focus()} /> : <CartSkeleton />}
    </div>
  )
}
