import type { AdminOrder } from '#contract/admin-orders.ts'
import { orderNumber } from '#contract/ids.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { isByHand, PAID_HOW } from '#contract/payment-methods.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { readAdminOrder } from './admin-order.ts'
import { completeOrder, lockOrder, reviveOrder } from './order-states.ts'

type Paid = {
  id: string
  /** The status that the person saw. */
  seen: OrderStatus
  note?: string | undefined
}

/**
 * A person of the team says that the money of a transfer or at the counter has arrived. What comes second, another
 * person, the deadline or a card payment, finds the order locked and then paid. An order that was cancelled because
 * the money was late is revived, if its stock is there.
 */
export async function markPaid(
  context: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  { id, seen, note }: Paid,
  admin: ChangedBy,
): Promise<AdminOrder> {
  const at = context.now()
  await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    if (!order) throw errors.ORDER_NOT_FOUND()
    if (order.completed_at) throw errors.ALREADY_PAID()
    if (!isByHand(order.payment_method)) throw errors.PAID_BY_CARD_ALONE()
    if (order.status !== seen) throw errors.ORDER_CHANGED()
    const reason = `Paid ${PAID_HOW[order.payment_method]}`
    const by = { actor: 'admin', actor_id: admin.id, reason } as const
    const held = order.status === 'cancelled' ? await reviveOrder(tx, order, at, by) : order
    const by_hand = { paid_by: admin.name, paid_note: note || null }
    await completeOrder(context, tx, held, { payment_id: null, at, by, by_hand })
    const after = { status: held.status === 'pending' ? 'completed' : held.status }
    await recordAudit(tx, {
      by: admin,
      object: { type: 'orders', id, name: `Order ${orderNumber(id)}` },
      before: { status: order.status, paid: false, paid_note: null },
      after: { ...after, paid: true, paid_note: by_hand.paid_note },
    })
    await announceChange(tx, 'orders')
  })
  return readAdminOrder(context.db, id)
}
