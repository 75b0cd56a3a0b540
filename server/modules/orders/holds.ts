import { eq, sql } from 'drizzle-orm'
import { giveBackStock, takeStock } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { giveBackCouponUse, takeCouponUse, takeCouponUseAgain } from './coupons.ts'
import { orders } from './orders.table.ts'

export const HOLD_MINUTES = 20
export const MOST_OPEN_HOLDS = 3

/** A payment made in the last second of its page still finds the order held. */
const AFTER_PAGE_MINUTES = 5
const LONGEST_HOLD_MINUTES = 60
const MINUTE = 60_000

export type Buyer = { visitor: string; user_id: string | null }
type Line = { product_id: string; quantity: number }
type Held = { id: string; coupon_code: string | null }

/**
 * Requests of one buyer, and copies of one request, run one after the other: what `placeOrder` counts and looks up
 * cannot change until it commits.
 */
export function lockBuyer(tx: Db, { visitor, user_id }: Buyer, idempotency_key: string) {
  const locks = [visitor, idempotency_key, ...(user_id ? [user_id] : [])]
  return tx.execute(
    sql`select pg_advisory_xact_lock(key) from (
      select hashtextextended('holds:' || name, 0) as key
      from unnest(${sql.param(locks)}::text[]) as name order by 1
    ) as locks`,
  )
}

/** Rows are always locked in this sequence: the order, its coupon, its products in id order. */
export async function takeHold(tx: Db, order: Held, lines: Line[], at: Date) {
  if (order.coupon_code) await takeCouponUse(tx, order.coupon_code)
  await takeStockOrRefuse(tx, order.id, lines, at)
}

export async function takeHoldAgain(tx: Db, order: Held, lines: Line[], at: Date) {
  if (order.coupon_code) await takeCouponUseAgain(tx, order.coupon_code)
  await takeStockOrRefuse(tx, order.id, lines, at)
}

/** For a locked order with `holds_stock`; the caller sets that to false, so that it happens once. */
export async function releaseHold(tx: Db, order: Held, at: Date) {
  if (order.coupon_code) await giveBackCouponUse(tx, order.coupon_code)
  await giveBackStock(tx, order.id, at)
}

async function takeStockOrRefuse(tx: Db, order_id: string, lines: Line[], at: Date) {
  const { short } = await takeStock(tx, order_id, lines, at)
  if (short.length > 0) throw errors.OUT_OF_STOCK({ data: { product_ids: short } })
}

type Extendable = Pick<typeof orders.$inferSelect, 'id' | 'created_at' | 'hold_until'>

/** Holds a pending order until its payment page has expired, within the longest hold. */
export async function extendHold(tx: Db, order: Extendable, page_expires_at: Date) {
  const latest = new Date(order.created_at).getTime() + LONGEST_HOLD_MINUTES * MINUTE
  const needed = page_expires_at.getTime() + AFTER_PAGE_MINUTES * MINUTE
  const current = order.hold_until ? new Date(order.hold_until).getTime() : 0
  const hold_until = Math.max(current, Math.min(latest, needed))
  if (hold_until === current) return
  await tx
    .update(orders)
    .set({ hold_until: new Date(hold_until).toISOString() })
    .where(eq(orders.id, order.id))
}
