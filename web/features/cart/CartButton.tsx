import { ShoppingBag } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { setCartOpen, useCart, useCartOpen } from './cart.ts'

const loadDrawer = () => import('./CartDrawer.tsx')
const CartDrawer = lazy(async () => ({ default: (await loadDrawer()).CartDrawer }))

/** The bag in the bar. The drawer is loaded on hover, focus or press. */
export function CartButton({ checkout }: { checkout?: ReactNode }) {
  const { itemCount } = useCart()
  const open = useCartOpen()
  const [wasOpen, setWasOpen] = useState(false)
  if (open && !wasOpen) setWasOpen(true)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={
          itemCount > 0 ? `Cart, ${itemCount} ${itemCount === 1 ? 'item' : 'items'}` : 'Cart'
        }
        onPointerEnter={loadDrawer}
        onFocus={loadDrawer}
        onClick={() => setCartOpen(true)}
        className="icon-button needs-script relative"
      >
        <ShoppingBag aria-hidden="true" className="size-[1.35rem]" strokeWidth={1.6} />
        {itemCount > 0 && <Bubble key={itemCount} count={itemCount} />}
      </button>
      {wasOpen && (
        <Suspense>
          <CartDrawer checkout={checkout} />
        </Suspense>
      )}
    </>
  )
}

function Bubble({ count }: { count: number }) {
  return (
    <span
      aria-hidden="true"
      className="absolute top-1 right-0.5 grid h-[1.125rem] min-w-[1.125rem] animate-rise place-items-center rounded-full bg-rose px-1 font-semibold text-[0.6875rem] text-on-rose tabular-nums leading-none"
    >
      {count > 99 ? '99+' : count}
    </span>
  )
}
