import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { CircleX, CreditCard, Hourglass, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { expressAttempts } from './checkout-storage.ts'
import { PayAgainButton } from './PaymentButtons.tsx'

const TONES = {
  quiet: 'bg-blush text-rose',
  good: 'bg-leaf-tint text-leaf',
  waiting: 'bg-honey-tint text-honey',
  bad: 'bg-danger-tint text-danger',
}

type PaymentScreenProps = {
  tone: keyof typeof TONES
  icon: ReactNode
  title: string
  text: ReactNode
  children?: ReactNode
}

/** One message in the middle of the page, announced when it changes. */
export function PaymentScreen({ tone, icon, title, text, children }: PaymentScreenProps) {
  return (
    <div className="page grid justify-items-center gap-8 pt-16 pb-24 text-center lg:pt-24">
      <div role="status" className="grid max-w-xl justify-items-center gap-4">
        <span
          className={clsx(
            'grid size-22 place-items-center rounded-full [&>svg]:size-10',
            TONES[tone],
          )}
        >
          {icon}
        </span>
        <h1 className="mt-2 text-title">{title}</h1>
        <div className="text-lg text-quiet leading-relaxed">{text}</div>
      </div>
      {children}
    </div>
  )
}

type OpenPaymentProps = { order_id: string; onCheckAgain: () => void }

/** No confirmation within half a minute; whether it was paid is unknown. */
export function UnconfirmedPayment({ order_id, onCheckAgain }: OpenPaymentProps) {
  return (
    <PaymentScreen
      tone="waiting"
      icon={<Hourglass aria-hidden="true" strokeWidth={1.5} />}
      title="Your payment is not confirmed yet"
      text={`If you have paid, there is nothing more to do: we keep checking. ${useNextStep(order_id)} If your card was declined, nothing was charged and you can pay again.`}
    >
      <Actions order_id={order_id} onCheckAgain={onCheckAgain} />
    </PaymentScreen>
  )
}

/** The check itself failed. */
export function UncheckedPayment({ order_id, onCheckAgain }: OpenPaymentProps) {
  return (
    <PaymentScreen
      tone="bad"
      icon={<WifiOff aria-hidden="true" strokeWidth={1.5} />}
      title="We could not check your payment"
      text={`If you have paid, your payment is safe. ${useNextStep(order_id)} Please check your connection and try again.`}
    >
      <Actions order_id={order_id} onCheckAgain={onCheckAgain} />
    </PaymentScreen>
  )
}

/** A guest's express order has no e-mail address yet. */
function useNextStep(order_id: string) {
  const { status } = useSession()
  const hasNoEmail = status === 'guest' && expressAttempts.orderId() === order_id
  return hasNoEmail
    ? 'Please come back to this page in a few minutes.'
    : 'We send you an email as soon as it is confirmed.'
}

function Actions({ order_id, onCheckAgain }: OpenPaymentProps) {
  return (
    <div className="flex flex-wrap justify-center gap-3">
      <Button size="large" onClick={onCheckAgain}>
        Check again
      </Button>
      <PayAgainButton order_id={order_id} look="outline" size="large" label="Pay again" />
    </div>
  )
}

/** The server answers the same to a decline whose reason it cannot pass on. */
export const NOT_VERIFIED = 'An error occurred verifying payment'

/** The order waits: the same one is paid with another card. */
export function DeclinedPayment({ order_id, reason }: { order_id: string; reason: string }) {
  const why = reason === NOT_VERIFIED ? '' : `${reason} `
  return (
    <PaymentScreen
      tone="bad"
      icon={<CreditCard aria-hidden="true" strokeWidth={1.5} />}
      title="Your payment did not go through"
      text={`${why}Nothing was charged, and your order waits for its payment.`}
    >
      <div className="flex flex-wrap justify-center gap-3">
        <PayAgainButton order_id={order_id} size="large" label="Try again" />
        <Link to="/contact" className={buttonStyle({ look: 'outline', size: 'large' })}>
          Contact us
        </Link>
      </div>
    </PaymentScreen>
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
