import { createFileRoute, redirect } from '@tanstack/react-router'
import { isUuid } from '#contract/ids.ts'
import { removeBought } from '../features/cart/cart.ts'
import { PaymentReturn, PaymentReturnSkeleton } from '../features/checkout/PaymentReturn.tsx'
import { useHydrated } from '../lib/hydration.ts'
import { headWithTitle } from '../lib/page-head.ts'

export const Route = createFileRoute('/payment-success')({
  validateSearch: ({ order_id }: Record<string, unknown>): { order_id?: string } => ({
    order_id: typeof order_id === 'string' && isUuid(order_id) ? order_id : undefined,
  }),
  beforeLoad: ({ search }) => {
    if (!search.order_id) throw redirect({ to: '/', replace: true })
  },
  head: headWithTitle('Payment'),
  component: PaymentSuccess,
})

function PaymentSuccess() {
  const { order_id } = Route.useSearch()
  if (!useHydrated() || !order_id) return <PaymentReturnSkeleton />
  return <PaymentReturn key={order_id} order_id={order_id} onPaid={removeBought} />
}
