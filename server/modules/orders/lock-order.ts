import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { orders } from './orders.table.ts'

export type LockedOrder = typeof orders.$inferSelect

/** Whatever changes an order's state looks at it through here: changes of one order queue behind each other. */
export async function lockOrder(tx: Db, id: string): Promise<LockedOrder | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('no key update')
  return order
}
