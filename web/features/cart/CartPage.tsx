import { Link } from '@tanstack/react-router'
import { ShoppingBag } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useHydrated } from '../../lib/hydration.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState, Skeleton } from '../../ui/Feedback.tsx'
import { CartLine } from './CartLine.tsx'
import { CartNotices } from './CartNotices.tsx'
import { useCart } from './cart-store.ts'
import { OrderSummary } from './OrderSummary.tsx'
import { useFreshCart } from './use-fresh-cart.ts'

type CartPageProps = {
  /** Shown once the browser knows what is in the cart. */
  notice?: ReactNode
}

export function CartPage({ notice }: CartPageProps) {
  const title = useRef<HTMLHeadingElement>(null)
  const { itemCount } = useCart()
  // What is in the cart, only the browser knows.
  const known = useHydrated()
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
      {known && <div className="mt-5 empty:hidden">{notice}</div>}
      {known ? <Cart onRemoved={() => title.current?.focus()} /> : <CartSkeleton />}
    </div>
  )
}

/** After a removal the focus must not fall off the page. */
function Cart({ onRemoved }: { onRemoved: () => void }) {
  const { items, total } = useCart()
  const { stockOf, isUnchecked } = useFreshCart()
  return (
    <>
      <CartNotices isUnchecked={isUnchecked} />
      {items.length === 0 ? (
        <EmptyCart />
      ) : (
        <div className="mt-4 grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
          <ul aria-label="Shopping Cart" className="divide-y divide-line border-line border-b">
            {items.map((item) => (
              <CartLine
                key={item.id}
                large
                item={item}
                stock={stockOf(item.id)}
                onRemoved={onRemoved}
              />
            ))}
          </ul>
          <OrderSummary total={total} />
        </div>
      )}
    </>
  )
}

function EmptyCart() {
  return (
    <EmptyState
      icon={<ShoppingBag aria-hidden="true" strokeWidth={1.4} />}
      title="Your cart is empty"
      text="Good skin starts with one small bottle."
      action={
        <Link to="/" className={buttonStyle({ size: 'large' })}>
          Start Shopping
        </Link>
      }
    />
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
