import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleAlert, LockKeyhole } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Money } from '#contract/money.ts'
import type { Charges } from '#contract/totals.ts'
import { useMoney } from '../../lib/money.ts'
import { Button } from '../../ui/Button.tsx'
import { type Coupon, CouponBox } from './Coupon.tsx'
import { CheckoutError, type CheckoutItem } from './place-order.ts'
import { SummaryLines, Sums } from './SummaryLines.tsx'

type AlertProps = { tone?: 'problem' | 'change'; title: ReactNode; children?: ReactNode }

/** Something to know before going on; unlike a toast it stays. */
function Alert({ tone = 'problem', title, children }: AlertProps) {
  return (
    <div
      className={clsx(
        'flex animate-appear gap-3 rounded-card px-4 py-3.5 text-[0.9375rem] leading-snug',
        tone === 'problem'
          ? 'bg-danger-tint text-danger ring-1 ring-danger/20'
          : 'bg-honey-tint text-honey ring-1 ring-honey/15',
      )}
    >
      <CircleAlert aria-hidden="true" className="mt-px size-5 shrink-0" />
      <div className="grid min-w-0 gap-1 break-words">
        <p className="font-semibold">{title}</p>
        {children && <div className="text-ink">{children}</div>}
      </div>
    </div>
  )
}

export type ShownError = {
  error: unknown
  /** Names of the products that were refused. */
  names: readonly string[]
  /** It may hold the products that are out of stock. */
  hasUnpaidOrder: boolean
}

/** What went wrong, what it means and what to do. */
function ErrorNotice({ shown }: { shown: ShownError | null }) {
  const formatMoney = useMoney()
  const box = useRef<HTMLDivElement>(null)
  // On a phone it may appear outside the viewport.
  useEffect(() => {
    if (shown) box.current?.scrollIntoView({ block: 'nearest' })
  }, [shown])
  return (
    <div ref={box} role="alert" className="scroll-mt-20 empty:hidden">
      {shown && (
        <Alert tone={isChange(shown.error) ? 'change' : 'problem'} title={titleOf(shown.error)}>
          {explain(shown, formatMoney)}
        </Alert>
      )}
    </div>
  )
}

const CHANGES = [
  'METHOD_NOT_OFFERED',
  'PAYMENT_METHOD_NOT_OFFERED',
  'TOTAL_CHANGED',
  'OUT_OF_STOCK',
  'COUPON_NOT_VALID',
  'COUPON_USED_UP',
]

const codeOf = (error: unknown) => (error instanceof CheckoutError ? error.code : null)
const isChange = (error: unknown) => CHANGES.includes(codeOf(error) ?? '')
const titleOf = (error: unknown) => (error instanceof Error ? error.message : 'Please try again')

function explain({ error, names, hasUnpaidOrder }: ShownError, formatMoney: Money) {
  if (!(error instanceof CheckoutError)) return 'Please contact us, or try again later.'
  switch (error.code) {
    case 'OUT_OF_STOCK': {
      const which = names.length > 0 ? `${names.join(', ')}: ` : ''
      if (hasUnpaidOrder) {
        return `${which}your unpaid order may still hold them. Continue with its payment, or try again once it is released.`
      }
      return `${which}somebody was faster, or an unpaid order of yours holds them. Please check your order and place it again.`
    }
    case 'TOTAL_CHANGED': {
      const total = error.total === null ? '' : `Your new total is ${formatMoney(error.total)}. `
      return `${total}Nothing was charged. If you agree, place your order again.`
    }
    case 'NOT_CONFIGURED':
      return 'Please contact us, or try again later.'
    case 'COUPON_NOT_VALID':
    case 'COUPON_USED_UP':
      return 'It was taken off your order. If you agree with the new total, place your order again.'
  }
  if (error.step === 'link') {
    return 'Your order is saved and nothing was charged. Try again in a moment: it stays the same order.'
  }
  return 'Nothing was charged, and everything you typed is still here.'
}

/** Sticky only where all of it fits: otherwise its button could not be reached. */
const STICKY = 'lg:[@media(min-height:56rem)]:sticky lg:top-[calc(var(--bar-height)+1.5rem)]'
const MOST_STICKY = 3

export type CheckoutCart = {
  items: readonly CheckoutItem[]
  itemCount: number
  /** Refreshes prices and stock while it is shown, and shows what changed. */
  changes: ReactNode
}

type CheckoutSummaryProps = {
  cart: CheckoutCart
  charges: Charges
  coupon: Coupon
  savedCode: string
  error: ShownError | null
  formId: string
  /** The total is about to change. */
  isChecking: boolean
  isBusy: boolean
  /** Nothing is paid on the next page. */
  isByHand: boolean
}

const BUSY = { card: 'Redirecting to secure payment...', byHand: 'Placing your order...' }

export function CheckoutSummary({ cart, coupon, error, isBusy, ...rest }: CheckoutSummaryProps) {
  const isShort = cart.items.length <= MOST_STICKY
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
        {cart.changes}
      </div>
      <SummaryLines lines={cart.items} />
      <CouponBox coupon={coupon} typed={rest.savedCode} />
      <Sums {...rest.charges} />
      <div className="grid gap-4">
        <ErrorNotice shown={error} />
        <Button
          type="submit"
          form={rest.formId}
          size="large"
          busy={isBusy}
          disabled={rest.isChecking}
          className="w-full"
        >
          {!isBusy && !rest.isByHand && <LockKeyhole aria-hidden="true" className="size-4" />}
          {isBusy ? BUSY[rest.isByHand ? 'byHand' : 'card'] : 'Place Order'}
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
