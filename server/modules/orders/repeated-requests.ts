import { and, desc, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { Buyer } from './holds.ts'
import { orders } from './orders.table.ts'

/** What a repeated request is answered with. */
const EARLIER = {
  id: orders.id,
  status: orders.status,
  holds_stock: orders.holds_stock,
  subtotal: orders.subtotal,
  discount: orders.discount,
  shipping: orders.shipping,
  tax: orders.tax,
  tax_included: orders.tax_included,
  total: orders.total,
  request_hash: orders.request_hash,
}

/** The order that this key has already placed; refuses when it was another one. */
export async function findEarlier(tx: Db, idempotency_key: string, request_hash: string) {
  const [earlier] = await tx
    .select(EARLIER)
    .from(orders)
    .where(eq(orders.idempotency_key, idempotency_key))
    .prepare('find_earlier')
    .execute()
  if (earlier && earlier.request_hash !== request_hash) throw errors.KEY_REUSED()
  return earlier
}

const REPEATED_WITHIN_MS = 60_000

/**
 * Without a key, the same request of the same buyer within a minute is the same order. A network address is not
 * enough: two shoppers behind one may buy the same at the same time.
 */
export async function findRepeated(
  tx: Db,
  { user_id, visitor_id }: Buyer,
  request_hash: string,
  at: Date,
) {
  const since = new Date(at.getTime() - REPEATED_WITHIN_MS).toISOString()
  const isBuyers = user_id ? eq(orders.user_id, user_id) : eq(orders.visitor_id, visitor_id ?? '')
  const [repeated] = await tx
    .select(EARLIER)
    .from(orders)
    .where(
      and(
        isBuyers,
        eq(orders.request_hash, request_hash),
        gt(orders.created_at, since),
        ne(orders.status, 'cancelled'),
      ),
    )
    .orderBy(desc(orders.created_at))
    .limit(1)
  return repeated
}
