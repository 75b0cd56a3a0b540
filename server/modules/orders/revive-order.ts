import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { takeHoldAgain } from './hold.ts'
import type { LockedOrder } from './lock-order.ts'
import { orders } from './orders.table.ts'
import { readLines } from './read-orders.ts'

/** A cancelled order becomes pending again, with its stock and coupon use; refuses when they are gone. */
export async function reviveOrder(tx: Db, order: LockedOrder, at: Date) {
  await takeHoldAgain(tx, order, await readLines(tx, order.id), at)
  await tx
    .update(orders)
    .set({ status: 'pending', holds_stock: true, cancelled_at: null })
    .where(eq(orders.id, order.id))
}
