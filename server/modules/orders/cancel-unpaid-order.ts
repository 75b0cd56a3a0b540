import { and, asc, eq, isNull, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { releaseHold } from './hold.ts'
import { lockOrder } from './lock-order.ts'
import { tellCustomer } from './order-mail.ts'
import { orders } from './orders.table.ts'

const DAY_SECONDS = 86_400

/** Orders whose hold has ended unpaid, the oldest first. */
export const findUnpaidOrders = (db: Db, at: Date, limit: number) =>
  db
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        isNull(orders.completed_at),
        lte(orders.hold_until, at.toISOString()),
      ),
    )
    .orderBy(asc(orders.hold_until))
    .limit(limit)

/** Gives stock and coupon use back; does nothing when the order was paid or cancelled meanwhile. */
export function cancelUnpaidOrder(
  { db, jobs, now }: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  id: string,
) {
  const at = now()
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const isOpen = order?.status === 'pending' && !order.completed_at
    const isDue = order?.hold_until && new Date(order.hold_until) <= at
    if (!isOpen || !isDue) return false
    await tx
      .update(orders)
      .set({
        status: 'cancelled',
        holds_stock: false,
        hold_until: null,
        cancelled_at: at.toISOString(),
      })
      .where(eq(orders.id, id))
    if (order.holds_stock) await releaseHold(tx, order, at)
    await tellCustomer(jobs, tx, { about: 'unpaid', order_id: id })
    await tellCustomer(jobs, tx, { about: 'abandoned', order_id: id }, DAY_SECONDS)
    return true
  })
}
