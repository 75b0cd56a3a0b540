import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { orderNumber } from '#contract/ids.ts'
import type { Order, Quote } from '#contract/orders.ts'
import { isByHand } from '#contract/payment-methods.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { isByDestination, useQuote } from '../../lib/quote.ts'
import { useSession } from '../../lib/session.ts'
import { publish } from '../../lib/shop-events.ts'
import { Button, type ButtonLook, buttonStyle } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { checkoutAttempts, expressAttempts } from './checkout-storage.ts'
import {
  CheckoutError,
  type CheckoutItem,
  expressPaymentLink,
  inStep,
  payAgainLink,
} from './place-order.ts'

/** Goes to the payment page. Stays busy until the browser has left, and ignores further presses. */
export function usePaymentRedirect({ onError }: { onError: (error: unknown) => void }) {
  const [isBusy, setBusy] = useState(false)
  const isRunning = useRef(false)
  const stop = () => {
    isRunning.current = false
    setBusy(false)
  }
  useRestoredPage(stop)

  async function redirect(findUrl: () => Promise<string>) {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    try {
      location.assign(await findUrl())
    } catch (error) {
      stop()
      onError(error)
    }
  }
  return { isBusy, redirect }
}

/** The back button may restore the page from the back/forward cache, still busy. */
function useRestoredPage(onRestored: () => void) {
  const latest = useRef(onRestored)
  latest.current = onRestored
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => {
      if (event.persisted) latest.current()
    }
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [])
}

const isNotConfigured = (error: unknown) =>
  error instanceof CheckoutError && error.code === 'NOT_CONFIGURED'

export function showCheckoutError(error: unknown): void {
  if (isNotConfigured(error)) {
    toast.error('Checkout unavailable', 'Clover payment is not configured')
  } else if (error instanceof CheckoutError) {
    toast.error(error.message)
  } else {
    toast.error('Checkout failed', 'Please try again')
  }
}

const OUTDATED = [
  'ADDRESS_NEEDED',
  'TAX_NEEDS_ADDRESS',
  'PLACE_NOT_SERVED',
  'METHOD_NOT_OFFERED',
  'PAYMENT_METHOD_NOT_OFFERED',
  'TOTAL_CHANGED',
  'OUT_OF_STOCK',
  'COUPON_NOT_VALID',
  'COUPON_USED_UP',
]

/** After a refusal the page must not go on showing prices, stock or a coupon that the server refused. */
export function useRefreshAfterRefusal() {
  const queryClient = useQueryClient()
  return async (error: unknown) => {
    const code = error instanceof CheckoutError ? error.code : null
    if (!code || !OUTDATED.includes(code)) return
    await Promise.all([
      queryClient.invalidateQueries({ queryKey: api.cart.prices.key() }),
      queryClient.invalidateQueries({ queryKey: api.orders.quote.key() }),
    ])
  }
}

type ExpressCheckoutProps = { items: readonly CheckoutItem[] }

/** What the cart drawer offers: an order that waits for its payment, and the express way. */
export const DrawerPayment = (cart: ExpressCheckoutProps) => (
  <>
    <UnpaidOrderBanner />
    <ExpressCheckoutButton {...cart} />
  </>
)

/** From the cart drawer straight to the payment page. */
function ExpressCheckoutButton({ items }: ExpressCheckoutProps) {
  const { charges, quote } = useQuote(items)
  const { profile, status } = useSession()
  const refreshAfterRefusal = useRefreshAfterRefusal()
  const { isBusy, redirect } = usePaymentRedirect({
    onError: (error) => {
      showExpressError(error)
      void refreshAfterRefusal(error)
    },
  })
  const start = () => {
    publish({ type: 'checkout', items })
    return redirect(() =>
      expressPaymentLink({ user_id: profile?.id ?? null, items, total: charges.total }),
    )
  }
  // The total depends on the address, so it is asked for before the payment; without cards there is no express way.
  if (isByDestination(quote) || !takesCards(quote)) {
    return (
      <a href="/checkout" className={buttonStyle({ size: 'large' })}>
        Go to Checkout
      </a>
    )
  }
  return (
    <Button size="large" busy={isBusy} disabled={status === 'loading'} onClick={start}>
      {isBusy ? 'Processing...' : 'Go to Checkout'}
    </Button>
  )
}

const takesCards = (quote: Quote | undefined) =>
  quote?.payment_methods.some(({ id }) => id === 'card') ?? true

function showExpressError(error: unknown) {
  if (isNotConfigured(error)) return showCheckoutError(error)
  const hasReason = error instanceof CheckoutError && error.isAnswered
  toast.error('Checkout failed', hasReason ? error.message : 'Please try again')
}

export const isPayable = ({ status, completed_at, hold_until }: Order) =>
  status === 'pending' &&
  completed_at === null &&
  hold_until !== null &&
  new Date(hold_until) > new Date()

/** An order that this tab placed and that still waits for its card payment. */
export function useUnpaidOrder() {
  const [id] = useState(() => checkoutAttempts.orderId() ?? expressAttempts.orderId())
  const { data, isLoading } = useQuery({
    ...api.orders.get.queryOptions({ input: { id: id ?? '' } }),
    enabled: id !== undefined,
    retry: false,
    staleTime: 0,
  })
  return {
    isLoading,
    order: data && isPayable(data) && !isByHand(data.payment_method) ? data : null,
  }
}

/** Shown to a shopper who left the payment page. */
export function UnpaidOrderBanner() {
  const formatMoney = useMoney()
  const { profile } = useSession()
  const { order } = useUnpaidOrder()
  const { isBusy, redirect } = usePaymentRedirect({ onError: showCheckoutError })
  if (!order) return null
  return (
    <section
      aria-label="Unpaid order"
      className="flex animate-appear flex-wrap items-center gap-x-5 gap-y-3 rounded-card bg-honey-tint px-5 py-4 text-[0.9375rem] leading-snug"
    >
      <Clock aria-hidden="true" className="size-5 shrink-0 text-honey" />
      <p className="min-w-48 flex-1">
        <span className="block font-semibold">Your order waits for its payment</span>
        Order {orderNumber(order.id)} over {formatMoney(order.total)} is{' '}
        {order.holds_stock ? 'reserved for you' : 'not reserved until paid. It can be paid'} until{' '}
        {timeOf(order.hold_until)}.
      </p>
      <Button
        size="small"
        busy={isBusy}
        onClick={() => redirect(() => payAgainLink(order, { profile }))}
      >
        {isBusy ? 'Redirecting to secure payment...' : 'Continue to payment'}
      </Button>
    </section>
  )
}

const timeOf = (iso: string | null) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(iso ? new Date(iso) : undefined)

type PayAgainButtonProps = ButtonLook & {
  order_id: string
  /** The secret of a guest's link. */
  orderKey?: string
  label: string
}

/** Back to the payment page of the same order. */
export function PayAgainButton({ order_id, orderKey, label, ...look }: PayAgainButtonProps) {
  const { profile } = useSession()
  const queryClient = useQueryClient()
  const { isBusy, redirect } = usePaymentRedirect({ onError: showCheckoutError })

  const pay = () =>
    redirect(async () => {
      const reading = queryClient.fetchQuery({
        ...api.orders.get.queryOptions({ input: { id: order_id, key: orderKey } }),
        staleTime: 0,
        retry: false,
      })
      return payAgainLink(await inStep('link', reading), { profile, key: orderKey })
    })
  return (
    <Button {...look} busy={isBusy} onClick={pay}>
      {isBusy ? 'Redirecting to secure payment...' : label}
    </Button>
  )
}
