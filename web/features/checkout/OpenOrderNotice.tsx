import { Clock } from 'lucide-react'
import type { Profile } from '#contract/accounts.ts'
import type { Order } from '#contract/orders.ts'
import { formatMoney } from '../../lib/format.ts'
import { Button } from '../../ui/Button.tsx'
import { linkToPayAgain } from './place-and-link.ts'
import { toastProblem, useWayToPay } from './way-to-pay.ts'

/** Whoever left the payment page finds the order again, with everything it holds. */
export function OpenOrderNotice({ order, profile }: { order: Order; profile: Profile | null }) {
  const { isBusy, go } = useWayToPay({ onProblem: toastProblem })
  return (
    <section
      aria-label="Unpaid order"
      className="flex animate-appear flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-honey-tint px-5 py-4 text-[0.9375rem] leading-snug"
    >
      <Clock aria-hidden="true" className="size-5 shrink-0 text-honey" />
      <p className="min-w-48 flex-1">
        <span className="block font-semibold">Your order waits for its payment</span>
        Order {order.id.slice(0, 8)} over {formatMoney(order.total)} is reserved for you until{' '}
        {timeOf(order.hold_until)}.
      </p>
      <Button
        size="small"
        busy={isBusy}
        onClick={() => go(() => linkToPayAgain(order, { profile }))}
      >
        {isBusy ? 'Redirecting to secure payment...' : 'Continue to payment'}
      </Button>
    </section>
  )
}

const timeOf = (iso: string | null) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(iso ? new Date(iso) : undefined)
