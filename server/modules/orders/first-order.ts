import { isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { orders } from './orders.table.ts'
import { lockOrders } from './remove-demo-data.ts'

/** Whether the shop has an order yet, paid or not. */
export const hasOrders = async (db: Db) =>
  (await db.select({ id: orders.id }).from(orders).limit(1)).length > 0

/** Whether a colleague has ever mailed a link to pay an order. */
export const hasOrdersByHand = async (db: Db) =>
  (await db.select({ id: orders.id }).from(orders).where(isNotNull(orders.link_sent_at)).limit(1))
    .length > 0

/** The same as hasOrders; if it has none, none is placed until the end of the transaction. A shop that sells is not held up. */
export async function hasOrdersUntilCommit(tx: Db) {
  if (await hasOrders(tx)) return true
  await lockOrders(tx)
  // One may have been placed while this waited.
  return hasOrders(tx)
}
