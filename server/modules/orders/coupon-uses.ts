import { and, eq, gt, gte, isNull, lt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { coupons } from './orders.table.ts'

const notValid = () => errors.COUPON_NOT_VALID()
const usedUp = () => errors.COUPON_USED_UP()

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
  if (!coupon) throw notValid()
  if (coupon.max_uses !== null && coupon.current_uses >= coupon.max_uses) throw usedUp()
  return coupon
}

/** The last use goes to exactly one of those who want it. */
export async function takeCouponUse(tx: Db, code: string) {
  const { rowCount } = await tx
    .update(coupons)
    .set({ current_uses: sql`${coupons.current_uses} + 1` })
    .where(and(eq(coupons.code, code), hasUsesLeft))
  if (rowCount === 0) throw usedUp()
}

/** An order that comes back to life takes its use again; whether the code still runs is no question then. */
export async function takeCouponUseAgain(tx: Db, code: string) {
  const [coupon] = await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, code))
  if (coupon) await takeCouponUse(tx, code)
}

/** The caller has made sure that the order had a use. A coupon deleted meanwhile has nothing to count. */
export const giveBackCouponUse = (tx: Db, code: string) =>
  tx
    .update(coupons)
    .set({ current_uses: sql`${coupons.current_uses} - 1` })
    .where(and(eq(coupons.code, code), gt(coupons.current_uses, 0)))
