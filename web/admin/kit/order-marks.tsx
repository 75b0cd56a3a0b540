import { Link } from '@tanstack/react-router'
import { orderNumber } from '#contract/ids.ts'
import type { Order, OrderStatus } from '#contract/orders.ts'
import { isByHand, PAYMENT_METHOD_NAMES } from '#contract/payment-methods.ts'
import { Badge } from '../../ui/Badge.tsx'
import { IfMay } from './rights.tsx'

/** How orders look on every screen of the back office. */
const TONES: Partial<Record<OrderStatus, 'green' | 'yellow'>> = {
  completed: 'green',
  pending: 'yellow',
}

export const toneOf = (status: OrderStatus) => TONES[status] ?? 'blue'

export const STATUS_NAMES: Record<OrderStatus, string> = {
  pending: 'Pending',
  processing: 'Processing',
  shipped: 'Shipped',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

export const StatusBadge = ({ status }: { status: OrderStatus }) => (
  <Badge tone={toneOf(status)}>{STATUS_NAMES[status]}</Badge>
)

export const textLink =
  'rounded-sm underline decoration-line underline-offset-4 transition-colors hover:decoration-ink'

const orderLook = 'font-medium font-mono text-[0.9375rem]'

/** Its number alone, for somebody who may not open it. */
export function OrderLink({ id }: { id: string }) {
  const label = (
    <>
      <span className="sr-only">Order </span>
      {orderNumber(id)}
    </>
  )
  return (
    <IfMay area="orders" otherwise={<span className={orderLook}>{label}</span>}>
      <Link to="/admin/orders/$id" params={{ id }} className={`${orderLook} ${textLink}`}>
        {label}
      </Link>
    </IfMay>
  )
}

type Marked = {
  needs_attention: boolean
  address_missing: boolean
  packed_at?: string | null
} & Pick<Order, 'payment_method' | 'completed_at' | 'status'>

export function OrderMarks({ needs_attention, address_missing, packed_at, ...order }: Marked) {
  const { payment_method, completed_at, status } = order
  return (
    <>
      {needs_attention && <Badge tone="red">Needs attention</Badge>}
      {address_missing && <Badge tone="yellow">Address missing</Badge>}
      {isByHand(payment_method) && !completed_at && status !== 'cancelled' && (
        <Badge tone="yellow">{PAYMENT_METHOD_NAMES[payment_method]}</Badge>
      )}
      {packed_at && <Badge tone="green">Packed</Badge>}
    </>
  )
}

type CustomerLinkProps = { user_id: string | null; email: string | null; name: string | null }

/** The page of an account or of a guest's address; an express order without one has none yet. */
export function CustomerLink({ user_id, email, name }: CustomerLinkProps) {
  const key = user_id ?? email?.toLowerCase()
  const label = name || email || 'Guest'
  if (!key) return <span className="text-quiet">{label}</span>
  return (
    <IfMay area="customers" otherwise={label}>
      <Link to="/admin/customers/$key" params={{ key }} className={textLink}>
        {label}
      </Link>
    </IfMay>
  )
}
