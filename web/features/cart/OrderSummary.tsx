import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import { formatMoney } from '../../lib/format.ts'
import { buttonStyle } from '../../ui/Button.tsx'

/** In the cart nothing is taken off yet: coupons are entered at checkout. */
export function OrderSummary({ total }: { total: number }) {
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
          <dd>{formatMoney(total)}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 border-ink/10 border-t pt-4">
          <dt className="font-medium">Total</dt>
          <dd className="font-display text-2xl">{formatMoney(total)}</dd>
        </div>
      </dl>
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
