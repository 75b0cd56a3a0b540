import { sql } from 'drizzle-orm'
import { giveBackStock, takeStock } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { giveBackCouponUse, takeCouponUse, takeCouponUseAgain } from './coupon-uses.ts'

type Line = { product_id: string; quantity: number }
type Held = { id: string; coupon_code: string | null }

/** Where several rows are locked, it is in this order: the order, its coupon, its products. */
export async function takeHold(tx: Db, order: Held, lines: Line[], at: Date) {
  if (order.coupon_code) await takeCouponUse(tx, order.coupon_code)
  await takeStockOrRefuse(tx, order.id, lines, at)
}

export async function takeHoldAgain(tx: Db, order: Held, lines: Line[], at: Date) {
  if (order.coupon_code) await takeCouponUseAgain(tx, order.coupon_code)
  await takeStockOrRefuse(tx, order.id, lines, at)
}

/** For an order whose row is locked and which has its hold: turning that off makes it happen once. */
export async function releaseHold(tx: Db, order: Held, at: Date) {
  if (order.coupon_code) await giveBackCouponUse(tx, order.coupon_code)
  await giveBackStock(tx, order.id, at)
}

async function takeStockOrRefuse(tx: Db, order_id: string, lines: Line[], at: Date) {
  const { short } = await takeStock(tx, order_id, lines, at)
  if (short.length > 0) throw outOfStock(short)
}

export const outOfStock = (product_ids: string[]) => errors.OUT_OF_STOCK({ data: { product_ids } })

export const HOLD_MINUTES = 20
export const MOST_OPEN_HOLDS = 3

export type Buyer = { visitor: string; user_id: string | null }

/** Orders of one buyer, and copies of one request, queue behind each other: only then does looking back mean something. */
export function queueBehindOwnOrders(tx: Db, { visitor, user_id }: Buyer, key: string) {
  const locks = [visitor, key, ...(user_id ? [user_id] : [])]
  return tx.execute(
    sql`select pg_advisory_xact_lock(key) from (
      select hashtextextended('holds:' || name, 0) as key
      from unnest(${sql.param(locks)}::text[]) as name order by 1
    ) as locks`,
  )
}
