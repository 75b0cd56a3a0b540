import { useMutation } from '@tanstack/react-query'
import { FileDown, Package, RotateCcw } from 'lucide-react'
import type { ReactNode } from 'react'
import { orderNumber } from '#contract/ids.ts'
import type { Order, OrderStatus } from '#contract/orders.ts'
import { isByHand, PAID_HOW } from '#contract/payment-methods.ts'
import { errorMessage } from '../../lib/errors.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { LateAddressForm } from './AddressForm.tsx'
import { HowToPay } from './HowToPay.tsx'
import { isPayable, PayAgainButton } from './PaymentButtons.tsx'
import { SummaryLines, Sums } from './SummaryLines.tsx'

type OrderDetailsProps = {
  order: Order
  /** The secret of a guest's link. */
  orderKey?: string
  onOrderAgain: (order: Order) => Promise<void>
  /** The returns of this order. */
  returns?: ReactNode
  /** Offers to keep a guest's order in an account. */
  keep?: ReactNode
}

/** One order as its owner sees it. */
export function OrderDetails(props: OrderDetailsProps) {
  const { order, orderKey, onOrderAgain, returns, keep } = props
  const lines = order.items.map((item) => ({ ...item, id: item.product_id }))
  const needsAddress =
    order.completed_at !== null && order.shipping_address === null && !order.in_person
  return (
    <div className="page grid gap-10 pt-10 pb-24 lg:pt-16">
      <header className="grid gap-4">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 className="text-title">Order {orderNumber(order.id)}</h1>
          <Badge tone={toneOf(order.status)} className="capitalize">
            {order.status}
          </Badge>
        </div>
        <p className="text-quiet">
          Placed on <LocalTime iso={order.created_at} withTime />. {STATUS_TEXT[stateOf(order)]}
        </p>
        <div className="mt-1 flex flex-wrap gap-3">
          {isPayable(order) && !isByHand(order.payment_method) && (
            <PayAgainButton order_id={order.id} orderKey={orderKey} label="Pay now" />
          )}
          {order.completed_at && <InvoiceLink id={order.id} orderKey={orderKey} />}
          <OrderAgainButton onPress={() => onOrderAgain(order)} />
        </div>
      </header>
      <HowToPay order={order} orderKey={orderKey} />
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Part title="Items">
          <div className="grid gap-6 rounded-card bg-blush/70 p-6 lg:p-8">
            <SummaryLines lines={lines} />
            <Sums {...order} />
          </div>
        </Part>
        <div className="grid gap-10">
          {order.customer_note && (
            <Part title="A note for you">
              <p className="whitespace-pre-wrap break-words text-quiet">{order.customer_note}</p>
            </Part>
          )}
          {order.tracking_number && <Tracking order={order} />}
          {order.shipping_address && <Address to={order.shipping_address} />}
          {order.completed_at && isByHand(order.payment_method) && (
            <Part title="Payment">
              <p className="text-quiet">Paid {PAID_HOW[order.payment_method]}.</p>
            </Part>
          )}
          {order.payment_id && (
            <Part title="Payment">
              <p className="break-all text-quiet">
                Paid by card. Payment id {order.payment_id.slice(0, 16)}
              </p>
            </Part>
          )}
        </div>
        {needsAddress && (
          <Part title="Where should we send it?">
            <LateAddressForm order={order} orderKey={orderKey} />
          </Part>
        )}
        {returns}
        {keep}
      </div>
    </div>
  )
}

type State = OrderStatus | 'unreserved' | 'expired' | 'prepared'

const STATUS_TEXT: Record<State, string> = {
  pending: 'It waits for your payment, and its items are reserved for you.',
  unreserved: 'It waits for your payment. Its items are not reserved until paid.',
  expired: 'It was not paid in time. You can order its items again.',
  processing: 'We are preparing it for you.',
  prepared: 'We are preparing it for you. It waits for your payment.',
  completed: 'It is paid. Thank you!',
  shipped: 'It is on its way to you.',
  cancelled: 'It was cancelled.',
}

function stateOf(order: Order): State {
  if (order.status === 'processing' && isByHand(order.payment_method) && !order.completed_at)
    return 'prepared'
  if (order.status !== 'pending' || order.completed_at) return order.status
  if (!isPayable(order)) return 'expired'
  return order.holds_stock ? 'pending' : 'unreserved'
}

function toneOf(status: OrderStatus) {
  if (status === 'completed') return 'green'
  return status === 'pending' ? 'yellow' : 'blue'
}

function OrderAgainButton({ onPress }: { onPress: () => Promise<void> }) {
  const again = useMutation({
    mutationFn: onPress,
    onError: (error) => toast.error('Error', errorMessage(error)),
  })
  return (
    <Button look="outline" busy={again.isPending} onClick={() => again.mutate()}>
      {!again.isPending && <RotateCcw aria-hidden="true" className="size-4" />}
      Order again
    </Button>
  )
}

function InvoiceLink({ id, orderKey }: { id: string; orderKey?: string }) {
  const key = orderKey ? `?key=${encodeURIComponent(orderKey)}` : ''
  return (
    <a href={`/api/orders/${id}/invoice${key}`} download className={buttonStyle()}>
      <FileDown aria-hidden="true" className="size-4" />
      Download invoice
    </a>
  )
}

function Tracking({ order }: { order: Order }) {
  return (
    <Part title="Tracking">
      <p className="flex items-center gap-2.5 break-all">
        <Package aria-hidden="true" className="size-5 shrink-0 text-quiet" />
        {order.tracking_number}
      </p>
      {order.tracking_link && (
        <a
          href={order.tracking_link}
          rel="noopener noreferrer"
          target="_blank"
          className={buttonStyle({ look: 'link', className: 'mt-2' })}
        >
          Follow your parcel
        </a>
      )}
    </Part>
  )
}

function Address({ to }: { to: NonNullable<Order['shipping_address']> }) {
  return (
    <Part title="Shipping address">
      <address className="break-words text-quiet not-italic leading-relaxed">
        <span className="text-ink">{to.fullName}</span>
        <br />
        {to.address}
        <br />
        {to.city}, {to.state} {to.zipCode}
        <br />
        {to.country}
        <br />
        {to.email}
      </address>
    </Part>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid min-w-0 content-start gap-3">
      <h2 className="text-2xl">{title}</h2>
      {children}
    </section>
  )
}

export function OrderSkeleton() {
  return (
    <div role="status" className="page grid gap-10 pt-10 pb-24 lg:pt-16">
      <span className="sr-only">Loading your order...</span>
      <div className="grid gap-4">
        <Skeleton className="h-10 w-72 max-w-full" />
        <Skeleton className="h-5 w-96 max-w-full rounded-full" />
        <Skeleton className="h-11 w-80 max-w-full rounded-full" />
      </div>
      <div className="grid items-start gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-48" />
      </div>
    </div>
  )
}
