import { sql } from 'drizzle-orm'
import { priceCart } from '#server/modules/catalog/index.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { isGuestKey, keptKeys } from './guest-key.ts'

/**
 * What a cart's products cost now, and how many the caller can have: what their own unpaid orders hold is
 * still theirs, or the last one would leave the cart of whoever comes back from the payment page.
 */
export async function priceOwnCart(call: RequestContext, product_ids: string[]) {
  const prices = await priceCart(call.db, product_ids)
  const held = await ownHolds(call, product_ids)
  return prices.map((price) => ({ ...price, stock: price.stock + (held.get(price.id) ?? 0) }))
}

async function ownHolds(call: RequestContext, product_ids: string[]): Promise<Map<string, number>> {
  const session = await call.session()
  const asGuest = keptKeys(call)
    .filter(({ id, key }) => isGuestKey(call.config, id, key))
    .map(({ id }) => id)
  if (!session && asGuest.length === 0) return new Map()
  const { rows } = await call.db.execute<{ product_id: string; quantity: number }>(sql`
    select product_id, sum(quantity)::int as quantity
    from orders join order_items on order_items.order_id = orders.id
    where status = 'pending' and completed_at is null and holds_stock
      and (user_id = ${session?.profile.id ?? null}
        or user_id is null and orders.id = any(${sql.param(asGuest)}::uuid[]))
      and product_id = any(${sql.param(product_ids)}::uuid[])
    group by product_id`)
  return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]))
}
