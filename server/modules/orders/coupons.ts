import { and, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { coupons } from './orders.table.ts'

const isValidAt = (at: Date) =>
  and(
    eq(coupons.active, true),
    lte(coupons.valid_from, at.toISOString()),
    gte(coupons.valid_until, at.toISOString()),
  )

const hasUsesLeft = or(isNull(coupons.max_uses), lt(coupons.current_uses, coupons.max_uses))

/** A coupon that can be used now; refuses otherwise. */
export async function findCoupon(db: Db, code: string, at: Date) {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, code), isValidAt(at)))
  if (!coupon) throw errors.COUPON_NOT_VALID()
  if (coupon.max_uses !== null && coupon.current_uses >= coupon.max_uses) {
    throw errors.COUPON_USED_UP()
  }
  return coupon
}

/** The condition is part of the update, so the last use goes to exactly one of two simultaneous orders. */
export async function takeCouponUse(tx: Db, code: string) {
  const { rowCount } = await tx
    .update(coupons)
    .set({ current_uses: sql`${coupons.current_uses} + 1` })
    .where(and(eq(coupons.code, code), hasUsesLeft))
  if (rowCount === 0) throw errors.COUPON_USED_UP()
}

/** For an order priced earlier: its coupon may have ended or been deleted since, but not be used up. */
export async function takeCouponUseAgain(tx: Db, code: string) {
  const [coupon] = await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, code))
  if (coupon) await takeCouponUse(tx, code)
}

/** Only for an order that has taken a use. */
export const giveBackCouponUse = (tx: Db, code: string) =>
  tx
    .update(coupons)
    .set({ current_uses: sql`${coupons.current_uses} - 1` })
    .where(and(eq(coupons.code, code), gt(coupons.current_uses, 0)))
