import { Link } from '@tanstack/react-router'
import { orderNumber } from '#contract/ids.ts'
import type { ReturnStatus } from '#contract/return-status.ts'
import { Badge } from '../../ui/Badge.tsx'
import { textLink } from './order-marks.tsx'

/** How returns look on every screen of the back office. */
export const RETURN_STATUS_NAMES: Record<ReturnStatus, string> = {
  asked: 'To answer',
  approved: 'On its way',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  arrived: 'Arrived',
  refunded: 'Refunded',
  closed: 'Closed',
}

const TONES: Record<ReturnStatus, 'yellow' | 'blue' | 'green' | 'blush'> = {
  asked: 'yellow',
  approved: 'blue',
  arrived: 'yellow',
  refunded: 'green',
  declined: 'blush',
  withdrawn: 'blush',
  closed: 'blush',
}

export const ReturnBadge = ({ status }: { status: ReturnStatus }) => (
  <Badge tone={TONES[status]}>{RETURN_STATUS_NAMES[status]}</Badge>
)

export function ReturnLink({ id, order_id }: { id: string; order_id: string }) {
  return (
    <Link to="/admin/returns/$id" params={{ id }} className={`font-medium ${textLink}`}>
      Return of <span className="font-mono text-[0.9375rem]">{orderNumber(order_id)}</span>
    </Link>
  )
}
