import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { LockKeyhole } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '../../ui/Button.tsx'
import type { CheckoutCart } from './CheckoutPage.tsx'
import { CouponBox } from './CouponBox.tsx'
import { ProblemNotice, type Told } from './ProblemNotice.tsx'
import { SummaryLines, Sums } from './SummaryLines.tsx'
import type { Coupon } from './use-coupon.ts'

/** It stays beside the form where all of it fits on the screen; cut off, its button could not be reached. */
const STICKY = 'lg:[@media(min-height:56rem)]:sticky lg:top-[calc(var(--bar-height)+1.5rem)]'
const MOST_STICKY = 3

type CheckoutSummaryProps = {
  cart: CheckoutCart
  coupon: Coupon
  typedCode: string
  told: Told | null
  changes: ReactNode
  formId: string
  isBusy: boolean
}

/** What is bought and what it costs, beside the button that orders it. */
export function CheckoutSummary({ cart, coupon, told, isBusy, ...rest }: CheckoutSummaryProps) {
  const { applied } = coupon
  const isShort = cart.items.length <= MOST_STICKY
  const sums = applied ?? { subtotal: cart.total, discount: 0, total: cart.total }
  return (
    <section
      aria-labelledby="order-summary"
      className={clsx('grid gap-6 rounded-card bg-blush/70 p-6 lg:p-8', isShort && STICKY)}
    >
      <div>
        <div className="flex items-baseline justify-between gap-4">
          <h2 id="order-summary" className="text-2xl">
            Order Summary
          </h2>
          <Link
            to="/cart"
            className="text-quiet text-sm underline decoration-ink/20 underline-offset-4 hover:text-ink hover:decoration-ink"
          >
            Edit cart
          </Link>
        </div>
        {rest.changes}
      </div>
      <SummaryLines lines={cart.items} />
      <CouponBox coupon={coupon} typed={rest.typedCode} />
      <Sums {...sums} coupon_code={applied?.code} />
      <div className="grid gap-4">
        <ProblemNotice told={told} />
        <Button
          type="submit"
          form={rest.formId}
          size="large"
          busy={isBusy}
          disabled={coupon.isChecking}
          className="w-full"
        >
          {!isBusy && <LockKeyhole aria-hidden="true" className="size-4" />}
          {isBusy ? 'Redirecting to secure payment...' : 'Place Order'}
        </Button>
        <p className="text-quiet text-sm leading-relaxed">
          By placing your order you agree to our <PolicyLink to="/terms">Terms</PolicyLink> and{' '}
          <PolicyLink to="/privacy">Privacy Policy</PolicyLink>.
        </p>
      </div>
    </section>
  )
}

function PolicyLink({ to, children }: { to: '/terms' | '/privacy'; children: string }) {
  return (
    <Link to={to} className="underline decoration-ink/20 underline-offset-4 hover:text-ink">
      {children}
    </Link>
  )
}
