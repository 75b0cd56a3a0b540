import { sql } from 'drizzle-orm'
import { priceCart } from '#server/modules/catalog/index.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { guestOrderIds } from './guest-access.ts'

/**
 * What a cart's products cost now, and how many the caller can have. What their own unpaid orders hold counts as
 * available to them: otherwise the last one would leave the cart of a shopper who returns from the payment page.
 */
export async function priceOwnCart(context: RequestContext, product_ids: string[]) {
  const prices = await priceCart(context.db, product_ids)
  const held = await ownHolds(context, product_ids)
  return prices.map((price) => ({ ...price, stock: price.stock + (held.get(price.id) ?? 0) }))
}

async function ownHolds(context: RequestContext, product_ids: string[]) {
  const session = await context.session()
  const asGuest = guestOrderIds(context)
  if (!session && asGuest.length === 0) return new Map<string, number>()
  const { rows } = await context.db.execute<{ product_id: string; quantity: number }>(sql`
    select product_id, sum(quantity)::int as quantity
    from orders join order_items on order_items.order_id = orders.id
    where status = 'pending' and completed_at is null and holds_stock
      and (user_id = ${session?.profile.id ?? null}
        or user_id is null and orders.id = any(${sql.param(asGuest)}::uuid[]))
      and product_id = any(${sql.param(product_ids)}::uuid[])
    group by product_id`)
  return new Map(rows.map(({ product_id, quantity }) => [product_id, quantity]))
}
