import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Order } from '#contract/orders.ts'
import { api } from '../../lib/api.ts'
import { buttonStyle } from '../../ui/Button.tsx'

/** From the list of orders to the returns of one; nothing in a shop that takes none, or for an order that is not there yet. */
export function ReturnItemsLink({ order }: { order: Order }) {
  const { data } = useQuery(api.returns.policy.queryOptions())
  const hasLeft = order.status === 'shipped' || order.status === 'completed'
  if (!data?.days || !order.completed_at || !hasLeft) return null
  return (
    <Link
      to="/order/$id"
      params={{ id: order.id }}
      hash="returns"
      className={buttonStyle({ look: 'outline' })}
    >
      Return items
    </Link>
  )
}
