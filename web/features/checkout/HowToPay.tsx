import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { HowToPay as Instructions } from '#contract/edit-payment-methods.ts'
import type { Order } from '#contract/orders.ts'
import { isByHand, PAYMENT_METHOD_NAMES } from '#contract/payment-methods.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useMoney } from '../../lib/money.ts'
import { FailedState, Skeleton } from '../../ui/Feedback.tsx'
import { PayAgainButton } from './PaymentButtons.tsx'

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-0.5">
    <dt className="text-quiet text-sm">{label}</dt>
    <dd className="font-medium tabular-nums [overflow-wrap:anywhere]">{children}</dd>
  </div>
)

type HowToPayProps = {
  order: Order
  /** The secret of a guest's link. */
  orderKey?: string
}

/** For an order that waits for a bank transfer or to be paid on pick-up; nothing for others. */
export function HowToPay({ order, orderKey }: HowToPayProps) {
  const isWaiting =
    isByHand(order.payment_method) && !order.completed_at && order.status !== 'cancelled'
  const { data, error, refetch } = useQuery({
    ...api.payment_methods.of_own_order.queryOptions({ input: { id: order.id, key: orderKey } }),
    enabled: isWaiting,
    staleTime: 0,
  })
  if (!isWaiting || data === null) return null
  return (
    <section
      aria-labelledby="how-to-pay"
      className="grid w-full min-w-0 gap-5 rounded-card bg-sage p-6 text-left lg:p-8"
    >
      <h2 id="how-to-pay" className="text-2xl">
        How to pay
      </h2>
      {data && <Details toPay={data} order={order} orderKey={orderKey} />}
      {!data && error && <FailedState message={errorMessage(error)} onRetry={refetch} />}
      {!data && !error && <Skeleton className="h-40" />}
    </section>
  )
}

function Details({ toPay, order, orderKey }: HowToPayProps & { toPay: Instructions }) {
  const formatMoney = useMoney()
  return (
    <>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        <Fact label="Amount">{formatMoney(toPay.amount)}</Fact>
        <Fact label="Payment">{PAYMENT_METHOD_NAMES[toPay.method]}</Fact>
        <Fact label="Reference">{toPay.reference}</Fact>
        {toPay.last_day && <Fact label="Until">{longDate.format(new Date(toPay.last_day))}</Fact>}
      </dl>
      <p className="whitespace-pre-line break-words leading-relaxed">{toPay.instructions}</p>
      {toPay.by_card && (
        <div>
          <PayAgainButton
            order_id={order.id}
            orderKey={orderKey}
            look="outline"
            label="Pay by card instead"
          />
        </div>
      )}
    </>
  )
}
