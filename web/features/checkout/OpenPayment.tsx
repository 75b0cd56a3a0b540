import { Link } from '@tanstack/react-router'
import { CircleX, Hourglass, WifiOff } from 'lucide-react'
import { useSession } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { expressAttempts } from './attempt.ts'
import { PayAgainButton } from './PayAgainButton.tsx'
import { PaymentScreen } from './PaymentScreen.tsx'

type OpenPaymentProps = { order_id: string; onCheckAgain: () => void }

/** The provider has not said yes within half a minute. That is all we know, so that is what we say. */
export function UnconfirmedPayment({ order_id, onCheckAgain }: OpenPaymentProps) {
  return (
    <PaymentScreen
      tone="waiting"
      icon={<Hourglass aria-hidden="true" strokeWidth={1.5} />}
      title="Your payment is not confirmed yet"
      text={`If you have paid, there is nothing more to do: we keep checking. ${useNextNews(order_id)} If your card was declined, nothing was charged and you can pay again.`}
    >
      <Ways order_id={order_id} onCheckAgain={onCheckAgain} />
    </PaymentScreen>
  )
}

/** We could not even ask. */
export function UncheckedPayment({ order_id, onCheckAgain }: OpenPaymentProps) {
  return (
    <PaymentScreen
      tone="bad"
      icon={<WifiOff aria-hidden="true" strokeWidth={1.5} />}
      title="We could not check your payment"
      text={`If you have paid, your payment is safe. ${useNextNews(order_id)} Please check your connection and try again.`}
    >
      <Ways order_id={order_id} onCheckAgain={onCheckAgain} />
    </PaymentScreen>
  )
}

/** A guest on the express way has not told an address yet, so no mail can reach them. */
function useNextNews(order_id: string) {
  const { status } = useSession()
  const isNameless = status === 'guest' && expressAttempts.orderId() === order_id
  return isNameless
    ? 'Please come back to this page in a few minutes.'
    : 'We send you an email as soon as it is confirmed.'
}

function Ways({ order_id, onCheckAgain }: OpenPaymentProps) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <Button size="large" onClick={onCheckAgain}>
        Check again
      </Button>
      <PayAgainButton order_id={order_id} look="outline" size="large" label="Pay again" />
    </div>
  )
}

export function ClosedPayment({ reason }: { reason: string | null }) {
  return (
    <PaymentScreen
      tone="bad"
      icon={<CircleX aria-hidden="true" strokeWidth={1.5} />}
      title="This order can no longer be paid"
      text={reason ?? 'It was not paid in time, so its items are free again.'}
    >
      <div className="flex flex-wrap justify-center gap-3">
        <Link to="/cart" className={buttonStyle({ size: 'large' })}>
          Back to Cart
        </Link>
        <Link to="/contact" className={buttonStyle({ look: 'outline', size: 'large' })}>
          Contact us
        </Link>
      </div>
    </PaymentScreen>
  )
}
