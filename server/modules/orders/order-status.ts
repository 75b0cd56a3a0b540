import type { OrderStatus } from '#contract/orders.ts'

type Before = { status: OrderStatus; tracking_number: string | null }
type Change = { status: OrderStatus; tracking_number?: string | null }

/** What the customer is told when an order goes from one status to another, if anything. */
export function newsOf(before: Before, change: Change) {
  const { status, tracking_number } = change
  if (status === 'shipped') {
    const isNewNumber = Boolean(tracking_number) && tracking_number !== before.tracking_number
    return before.status !== 'shipped' || isNewNumber ? 'shipped' : null
  }
  if (status === before.status) return null
  if (status === 'cancelled') return 'cancelled'
  return status === 'completed' && before.status === 'shipped' ? 'delivered' : null
}
