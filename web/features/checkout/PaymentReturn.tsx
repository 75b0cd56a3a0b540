import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { OrderLine } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { Spinner } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { PaidOrder, PlacedOrder } from './PaidOrder.tsx'
import { PayAgainButton } from './PaymentButtons.tsx'
import {
  ClosedPayment,
  DeclinedPayment,
  NOT_VERIFIED,
  PaymentScreen,
  UncheckedPayment,
  UnconfirmedPayment,
} from './PaymentScreens.tsx'

const PAUSES_MS = [1000, 1500, 2000, 3000, 4000, 5000]
const PATIENCE_MS = 30_000

type PaymentCheck =
  | 'checking'
  | 'paid'
  | 'placed'
  | 'declined'
  | 'unconfirmed'
  | 'closed'
  | 'failed'

/**
 * Asks whether an order is paid, with growing pauses: the provider's webhook event may arrive after the
 * shopper does. Stops after half a minute.
 */
function usePaymentCheck(order_id: string) {
  const [round, setRound] = useState(() => ({ number: 1, since: Date.now() }))
  const isOver = () => Date.now() - round.since > PATIENCE_MS
  const answer = useQuery({
    ...api.functions.complete_payment.queryOptions({ input: { orderId: order_id } }),
    queryKey: [
      ...api.functions.complete_payment.key({ input: { orderId: order_id } }),
      round.number,
    ],
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: ({ state }) => {
      // Also after a decline: another card may be approved in another tab.
      const mayBePaid = state.data?.state === 'pending' || state.data?.state === 'declined'
      if (!mayBePaid || isOver()) return false
      return PAUSES_MS[Math.min(state.dataUpdateCount, PAUSES_MS.length) - 1] ?? 1000
    },
    // Shoppers look at their bank's app meanwhile.
    refetchIntervalInBackground: true,
  })
  return {
    check: resultOf(answer, isOver()),
    waited_ms: answer.data ? answer.dataUpdatedAt - round.since : 0,
    reason: answer.data?.error ?? null,
    checkAgain: () => setRound({ number: round.number + 1, since: Date.now() }),
  }
}

type Answer = { isError: boolean; isFetching: boolean; data?: { state: string } | undefined }

function resultOf({ isError, isFetching, data }: Answer, isOver: boolean): PaymentCheck {
  if (data?.state === 'paid' || data?.state === 'placed') return data.state
  if (data?.state === 'closed' || data?.state === 'declined') return data.state
  if (isError) return 'failed'
  return data && isOver && !isFetching ? 'unconfirmed' : 'checking'
}

/** Usually enough for the provider's webhook event. */
const OFFER_AFTER_MS = 4000

function failureText(check: PaymentCheck, reason: string | null) {
  if (check === 'declined') return reason ?? NOT_VERIFIED
  return check === 'failed' || check === 'closed' ? NOT_VERIFIED : null
}

type PaymentReturnProps = {
  order_id: string
  /** Called once, with the bought lines to take out of the cart. */
  onPaid: (lines: readonly OrderLine[]) => void
}

/** Where the payment page sends the shopper back to. The result comes from the server, never from the URL. */
export function PaymentReturn({ order_id, onPaid }: PaymentReturnProps) {
  const { check, waited_ms, reason, checkAgain } = usePaymentCheck(order_id)
  const failure = failureText(check, reason)
  useEffect(() => {
    if (failure) toast.error('Error', failure)
  }, [failure])

  switch (check) {
    case 'paid':
      return <PaidOrder order_id={order_id} onPaid={onPaid} />
    case 'placed':
      return <PlacedOrder order_id={order_id} onPaid={onPaid} />
    case 'declined':
      return <DeclinedPayment order_id={order_id} reason={reason ?? NOT_VERIFIED} />
    case 'closed':
      return <ClosedPayment reason={reason} />
    case 'failed':
      return <UncheckedPayment order_id={order_id} onCheckAgain={checkAgain} />
    case 'unconfirmed':
      return <UnconfirmedPayment order_id={order_id} onCheckAgain={checkAgain} />
    case 'checking':
      return <Processing order_id={order_id} offersAnotherCard={waited_ms > OFFER_AFTER_MS} />
  }
}

function Processing({
  order_id,
  offersAnotherCard,
}: {
  order_id: string
  offersAnotherCard: boolean
}) {
  return (
    <PaymentScreen
      tone="quiet"
      icon={<Spinner className="text-[2rem]" />}
      title="Processing Payment"
      text="We are asking our payment provider whether your payment has arrived. Please keep this page open."
    >
      {/* Reserves the space, so that the layout does not shift. */}
      <div className="grid min-h-28 content-start justify-items-center gap-3">
        {offersAnotherCard && (
          <div className="grid animate-appear justify-items-center gap-3">
            <p className="max-w-md text-quiet">
              Was your card declined, or did you leave the payment page? Then nothing was charged,
              and you can try again.
            </p>
            <PayAgainButton order_id={order_id} look="outline" label="Try another card" />
          </div>
        )}
      </div>
    </PaymentScreen>
  )
}

/** Rendered by the server. */
export function PaymentReturnSkeleton() {
  return (
    <PaymentScreen
      tone="quiet"
      icon={<Spinner className="text-[2rem]" />}
      title="Processing Payment"
      text="We are asking our payment provider whether your payment has arrived. Please keep this page open."
    >
      <noscript>
        <p>We will send you an email as soon as your payment is confirmed.</p>
      </noscript>
    </PaymentScreen>
  )
}
