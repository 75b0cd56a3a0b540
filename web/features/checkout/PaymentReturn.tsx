import { useEffect } from 'react'
import type { Order } from '#contract/orders.ts'
import { Spinner } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { ClosedPayment, UncheckedPayment, UnconfirmedPayment } from './OpenPayment.tsx'
import { PaidOrder } from './PaidOrder.tsx'
import { PayAgainButton } from './PayAgainButton.tsx'
import { PaymentScreen } from './PaymentScreen.tsx'
import { usePaymentCheck } from './use-payment-check.ts'

/** Long enough for the provider's notice; a shopper whose card was declined should not wait for more. */
const OFFER_AFTER_MS = 4000

type PaymentReturnProps = {
  order_id: string
  /** Called once; without the order when this browser may not read it. */
  onPaid: (order: Order | null) => void
}

/** Where the payment page sends the shopper back to. What it shows is the server's word, never the address's. */
export function PaymentReturn({ order_id, onPaid }: PaymentReturnProps) {
  const { check, waited_ms, reason, checkAgain } = usePaymentCheck(order_id)
  const hasFailed = check === 'failed' || check === 'closed'
  useEffect(() => {
    if (hasFailed) toast.error('Error', 'An error occurred verifying payment')
  }, [hasFailed])

  switch (check) {
    case 'paid':
      return <PaidOrder order_id={order_id} onPaid={onPaid} />
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
      {/* Its place is kept, so that nothing jumps when it comes. */}
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

/** What the page shows until the browser has taken over. */
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
