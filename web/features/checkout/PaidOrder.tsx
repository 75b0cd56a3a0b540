import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Check } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { orderNumber } from '#contract/ids.ts'
import type { Order, OrderLine } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { useSession } from '../../lib/session.ts'
import { publish } from '../../lib/shop-events.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { LateAddressForm } from './AddressForm.tsx'
import { clearDraft, finishCheckout } from './checkout-storage.ts'
import { HowToPay } from './HowToPay.tsx'
import { PaymentScreen } from './PaymentScreens.tsx'
import { SummaryLines, Sums } from './SummaryLines.tsx'

type PaidOrderProps = { order_id: string; onPaid: (lines: readonly OrderLine[]) => void }

/** The items are shown to the order's owner alone. */
export function PaidOrder({ order_id, onPaid }: PaidOrderProps) {
  const { data: order, isPending } = useQuery({
    ...api.orders.get.queryOptions({ input: { id: order_id } }),
    retry: false,
    staleTime: 0,
  })
  useFinish(order_id, isPending ? undefined : (order ?? null), (lines) => {
    if (order && lines.length > 0) publish({ type: 'paid', order })
    onPaid(lines)
  })
  return (
    <PaymentScreen
      tone="good"
      icon={<Check aria-hidden="true" strokeWidth={1.8} />}
      title="Payment Successful!"
      text={order ? <Thanks order={order} /> : 'Thank you for your order.'}
    >
      {order && !hasPlace(order) && <AddressWanted order={order} />}
      <NextLinks order={order ?? null} />
      {order && hasPlace(order) && <Receipt order={order} />}
    </PaymentScreen>
  )
}

/** To be paid by bank transfer or on pick-up: its owner reads how. */
export function PlacedOrder({ order_id, onPaid }: PaidOrderProps) {
  const { data: order, isPending } = useQuery({
    ...api.orders.get.queryOptions({ input: { id: order_id } }),
    retry: false,
    staleTime: 0,
  })
  useFinish(order_id, isPending ? undefined : (order ?? null), onPaid)
  const email = order?.shipping_address?.email
  return (
    <PaymentScreen
      tone="good"
      icon={<Check aria-hidden="true" strokeWidth={1.8} />}
      title="Order placed"
      text={
        <>
          <p>
            Thank you. Your order{' '}
            <strong className="font-medium text-ink">{orderNumber(order_id)}</strong> is reserved
            for you and waits for your payment.
          </p>
          {email && (
            <p>
              How to pay is also on its way to <span className="break-words text-ink">{email}</span>
              .
            </p>
          )}
        </>
      }
    >
      {order && (
        <div className="w-full max-w-3xl">
          <HowToPay order={order} />
        </div>
      )}
      <NextLinks order={order ?? null} />
      {order && <Receipt order={order} />}
    </PaymentScreen>
  )
}
/** What is handed over in person goes nowhere. */
const hasPlace = ({ shipping_address, in_person }: Order) => shipping_address !== null || in_person

/** Once, when it is known whether this browser may read the order. */
function useFinish(
  order_id: string,
  order: Order | null | undefined,
  onPaid: PaidOrderProps['onPaid'],
) {
  const done = useRef(false)
  useEffect(() => {
    if (order === undefined || done.current) return
    done.current = true
    if (order?.shipping_address) clearDraft()
    onPaid(finishCheckout(order_id, order))
  }, [order, order_id, onPaid])
}

function Thanks({ order }: { order: Order }) {
  const to = order.shipping_address
  const name = to?.fullName.split(' ')[0]
  return (
    <>
      <p>
        Thank you{name ? `, ${name}` : ''}. Your order{' '}
        <strong className="font-medium text-ink">{orderNumber(order.id)}</strong> is confirmed.
      </p>
      {to && (
        <p>
          The confirmation and your invoice are on their way to{' '}
          <span className="break-words text-ink">{to.email}</span>.
        </p>
      )}
    </>
  )
}

/** An express order has no address yet. */
function AddressWanted({ order }: { order: Order }) {
  return (
    <section
      aria-labelledby="where-to"
      className="w-full max-w-2xl rounded-card bg-blush/70 p-6 text-left lg:p-8"
    >
      <h2 id="where-to" className="text-2xl">
        Where should we send it?
      </h2>
      <p className="mt-1.5 mb-6 text-quiet">
        One last step: your parcel needs an address, and your confirmation an email.
      </p>
      <LateAddressForm order={order} />
    </section>
  )
}

/** A guest has no list of orders; the link leads to this one, if this browser may read it. */
function NextLinks({ order }: { order: Order | null }) {
  const { status } = useSession()
  // Where an address is missing, its form has the primary button.
  const look = order && !hasPlace(order) ? 'outline' : 'primary'
  const style = buttonStyle({ look, size: 'large' })
  return (
    <div className="flex flex-wrap justify-center gap-3">
      {status === 'guest' && order ? (
        <Link to="/order/$id" params={{ id: order.id }} className={style}>
          View order
        </Link>
      ) : (
        <Link to="/my-orders" className={style}>
          View My Orders
        </Link>
      )}
      <Link to="/" className={buttonStyle({ look: 'outline', size: 'large' })}>
        Back to Home
      </Link>
    </div>
  )
}

function Receipt({ order }: { order: Order }) {
  const lines = order.items.map((item) => ({ ...item, id: item.product_id }))
  return (
    <section
      aria-labelledby="receipt"
      className="grid w-full max-w-xl gap-6 rounded-card bg-blush/70 p-6 text-left lg:p-8"
    >
      <h2 id="receipt" className="text-2xl">
        Your order
      </h2>
      <SummaryLines lines={lines} />
      <Sums {...order} />
    </section>
  )
}
