import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from '../../lib/hydration.ts'
import { useSession } from '../../lib/session.ts'
import { Checkout } from './Checkout.tsx'
import { CheckoutSkeleton } from './CheckoutSkeleton.tsx'
import { useOpenOrder } from './open-order.ts'
import type { CheckoutItem } from './place-and-link.ts'

export type CheckoutCart = {
  items: readonly CheckoutItem[]
  total: number
  itemCount: number
  /** Refreshes prices and stock while it is shown, and shows what changed. */
  changes: ReactNode
}

/** Cart and session are the browser's, so the page takes shape once it knows them. */
export function CheckoutPage({ cart }: { cart: CheckoutCart }) {
  const { status, profile } = useSession()
  const isReady = useHydrated() && status !== 'loading'
  const [hadItems, setHadItems] = useState(false)
  if (cart.items.length > 0 && !hadItems) setHadItems(true)
  return (
    <div className="page pt-10 pb-20 lg:pt-14">
      <h1 className="text-title">Checkout</h1>
      {isReady && cart.items.length > 0 && (
        <Checkout key={profile?.id} cart={cart} profile={profile} />
      )}
      {isReady && cart.items.length === 0 && <LeaveEmpty hadItems={hadItems} />}
      {!isReady && <CheckoutSkeleton />}
    </div>
  )
}

/** There is nothing to pay: to the cart, or to the unpaid order that took the last of what was in it. */
function LeaveEmpty({ hadItems }: { hadItems: boolean }) {
  const navigate = useNavigate()
  const { order, isLoading } = useOpenOrder()
  useEffect(() => {
    if (hadItems && isLoading) return
    if (hadItems && order) {
      void navigate({ to: '/order/$id', params: { id: order.id }, replace: true })
    } else {
      void navigate({ to: '/cart', replace: true })
    }
  }, [hadItems, isLoading, order, navigate])
  return <CheckoutSkeleton />
}
