import { createFileRoute, redirect } from '@tanstack/react-router'
import { removeBought } from '../features/cart/cart.ts'
import { PaymentReturn, PaymentReturnSkeleton } from '../features/checkout/PaymentReturn.tsx'
import { useHydrated } from '../lib/hydration.ts'
import { titled } from '../lib/page-head.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i

export const Route = createFileRoute('/payment-success')({
  validateSearch: ({ order_id }: Record<string, unknown>): { order_id?: string } => ({
    order_id: typeof order_id === 'string' && UUID.test(order_id) ? order_id : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (!search.order_id) throw redirect({ to: '/', replace: true })
  },
  head: titled('Payment'),
  component: PaymentSuccess,
})

function PaymentSuccess() {
  const { order_id } = Route.useSearch()
  if (!useHydrated() || !order_id) return <PaymentReturnSkeleton />
  return <PaymentReturn key={order_id} order_id={order_id} onPaid={removeBought} />
}
