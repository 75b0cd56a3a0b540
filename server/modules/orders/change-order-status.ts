import { eq } from 'drizzle-orm'
import type { Order, OrderStatus } from '#contract/orders.ts'
import { countSold } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { completeOrder } from './complete-order.ts'
import { HOLD_MINUTES, releaseHold, takeHoldAgain } from './hold.ts'
import { type LockedOrder, lockOrder } from './lock-order.ts'
import { tellCustomer } from './order-mail.ts'
import { newsOf } from './order-status.ts'
import { orders } from './orders.table.ts'
import { readLines, readOrder } from './read-orders.ts'

type StatusChange = {
  id: string
  status: OrderStatus
  tracking_number?: string | null
  tracking_link?: string | null
}
type Tools = Pick<AppContext, 'db' | 'jobs' | 'now'>

/** An admin may set any of the five. What the order holds, what it counts for and who is told follow from that. */
export async function changeOrderStatus(context: Tools, change: StatusChange): Promise<Order> {
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, change.id)
    if (!order) throw errors.ORDER_NOT_FOUND()
    await moveHold(tx, order, change.status, at)
    await tx
      .update(orders)
      .set(fieldsAfter(order, change, at))
      .where(eq(orders.id, order.id))
    await moveCompletion(context, tx, order, change.status, at)
    const about = newsOf(order, change)
    if (about) await tellCustomer(context.jobs, tx, { about, order_id: order.id })
    const changed = await readOrder(tx, order.id)
    if (!changed) throw new Error(`Order ${order.id} is gone`)
    return changed
  })
}

/** Cancelling gives stock and coupon use back; coming back from there takes them again or is refused. */
async function moveHold(tx: Db, order: LockedOrder, status: OrderStatus, at: Date) {
  const shouldHold = status !== 'cancelled'
  if (shouldHold === order.holds_stock) return
  if (!shouldHold) await releaseHold(tx, order, at)
  else await takeHoldAgain(tx, order, await readLines(tx, order.id), at)
  // Sold units are those of paid orders that are not cancelled.
  if (order.completed_at && !isUndone(order, status))
    await countSold(tx, await readLines(tx, order.id), shouldHold ? 1 : -1)
}

function fieldsAfter(order: LockedOrder, change: StatusChange, at: Date) {
  const { status } = change
  const isUnpaid = !order.completed_at || isUndone(order, status)
  return {
    status,
    holds_stock: status !== 'cancelled',
    hold_until: status === 'pending' && isUnpaid ? holdFrom(at) : null,
    cancelled_at: status === 'cancelled' ? (order.cancelled_at ?? at.toISOString()) : null,
    ...(status === 'shipped' && {
      shipped_at: order.shipped_at ?? at.toISOString(),
      tracking_number: change.tracking_number ?? order.tracking_number,
      tracking_link: change.tracking_link ?? order.tracking_link,
    }),
  }
}

const holdFrom = (at: Date) => new Date(at.getTime() + HOLD_MINUTES * 60_000).toISOString()

/** Completing by hand says: paid some other way. Going back to pending takes that word back. */
async function moveCompletion(
  context: Tools,
  tx: Db,
  order: LockedOrder,
  status: OrderStatus,
  at: Date,
) {
  if (status === 'completed' && !order.completed_at) {
    await completeOrder(context, tx, { id: order.id, payment_id: null, at, by_hand: true })
  }
  if (!isUndone(order, status)) return
  await tx
    .update(orders)
    .set({ completed_at: null, completed_by_hand: false })
    .where(eq(orders.id, order.id))
  if (order.holds_stock) await countSold(tx, await readLines(tx, order.id), -1)
}

const isUndone = (order: LockedOrder, status: OrderStatus) =>
  status === 'pending' && order.completed_by_hand
