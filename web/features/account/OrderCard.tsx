import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { chargesOf } from '#contract/charges.ts'
import type { Order, OrderItem } from '#contract/orders.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { showFailure } from './account-fields.tsx'

export type OrderActionsProps = {
  order: Order
  onOrderAgain: (order: Order) => Promise<void>
  /** The pay button of an order that can still be paid. */
  payNow: (order: Order) => ReactNode
  /** The way to return something of it. */
  returnItems: (order: Order) => ReactNode
}

export function OrderActions({ order, onOrderAgain, payNow, returnItems }: OrderActionsProps) {
  const again = useMutation({
    mutationFn: () => onOrderAgain(order),
    onError: showFailure,
  })
  return (
    <div className="flex flex-wrap gap-3">
      {payNow(order)}
      <Button look="outline" busy={again.isPending} onClick={() => again.mutate()}>
        Order again
      </Button>
      {order.completed_at && (
        <a
          href={`/api/orders/${order.id}/invoice`}
          download
          className={buttonStyle({ look: 'outline' })}
        >
          Download invoice
        </a>
      )}
      {returnItems(order)}
    </div>
  )
}

const SHORT_ID = 8
const SHORT_PAYMENT_ID = 16
const TONES: Partial<Record<Order['status'], 'green' | 'yellow'>> = {
  completed: 'green',
  pending: 'yellow',
}

export function OrderCard({ order, actions }: { order: Order; actions?: ReactNode }) {
  const id = order.id.slice(0, SHORT_ID)
  return (
    <article
      aria-label={`Order ${id}`}
      className="grid gap-5 rounded-2xl border border-line bg-paper p-5 sm:p-7"
    >
      <header className="flex items-start justify-between gap-4">
        <div className="flex flex-wrap items-baseline gap-x-5 gap-y-1">
          <h2 className="text-xl">
            Order <span className="font-sans tabular-nums">#{id}</span>
          </h2>
          <span className="text-quiet text-sm">
            <LocalTime iso={order.created_at} />
          </span>
        </div>
        <Badge tone={TONES[order.status] ?? 'blue'} className="capitalize">
          {order.status}
        </Badge>
      </header>
      <ul className="divide-y divide-line border-line border-y">
        {order.items.map((item) => (
          <ItemRow key={item.product_id} item={item} />
        ))}
      </ul>
      <Sums order={order} />
      <Notes order={order} />
      {actions}
    </article>
  )
}

function ItemRow({ item }: { item: OrderItem }) {
  const formatMoney = useMoney()
  return (
    <li className="flex items-center gap-4 py-3.5">
      <span className="w-16 shrink-0 overflow-hidden rounded-field">
        <Picture
          src={item.image_url}
          alt=""
          sizes="64px"
          className="aspect-4/5 w-full object-cover"
        />
      </span>
      <span className="grid min-w-0 flex-1">
        <Link
          to="/product/$id"
          params={{ id: item.product_id }}
          className="line-clamp-2 font-medium leading-snug hover:text-rose"
        >
          {item.name}
        </Link>
        <span className="text-quiet text-sm">Quantity: {item.quantity}</span>
      </span>
      <span className="text-right tabular-nums">
        {formatMoney(item.price)}
        {item.quantity > 1 && <span className="block text-quiet text-sm">each</span>}
      </span>
    </li>
  )
}

function Sums({ order }: { order: Order }) {
  const formatMoney = useMoney()
  return (
    <dl className="grid gap-1.5 tabular-nums">
      {chargesOf(order, formatMoney).map(({ key, kind, label, amount }) => (
        <div
          key={key}
          className={clsx('flex justify-between', kind === 'discount' ? 'text-leaf' : 'text-quiet')}
        >
          <dt>{label}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className="flex justify-between font-medium text-lg">
        <dt>Total</dt>
        <dd>{formatMoney(order.total)}</dd>
      </div>
    </dl>
  )
}

function Notes({ order }: { order: Order }) {
  if (order.status === 'completed' && order.payment_id) {
    return (
      <p className="rounded-field bg-leaf-tint px-4 py-3 text-leaf text-sm">
        Invoice was sent to your e-mail. Payment ID:{' '}
        <span className="break-all tabular-nums">
          {order.payment_id.slice(0, SHORT_PAYMENT_ID)}
          {order.payment_id.length > SHORT_PAYMENT_ID && '…'}
        </span>
      </p>
    )
  }
  if (order.status !== 'shipped') return null
  return (
    <p className="rounded-field bg-sky-tint px-4 py-3 text-sky text-sm">
      Your order is on its way. Tracking will be e-mailed to you.
      {order.tracking_link && (
        <>
          {' '}
          <a href={order.tracking_link} rel="noopener noreferrer" className="underline">
            Follow {order.tracking_number || 'the parcel'}
          </a>
        </>
      )}
    </p>
  )
}
