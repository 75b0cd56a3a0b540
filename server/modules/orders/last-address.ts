import { and, desc, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { orders } from './orders.table.ts'

/** Where this customer's last order went, to be offered again. */
export async function lastAddress(db: Db, user_id: string) {
  const [last] = await db
    .select({ shipping_address: orders.shipping_address })
    .from(orders)
    .where(and(eq(orders.user_id, user_id), isNotNull(orders.shipping_address)))
    .orderBy(desc(orders.created_at))
    .limit(1)
  return last?.shipping_address ?? null
}
