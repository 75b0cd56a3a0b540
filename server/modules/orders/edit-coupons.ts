import { and, eq, gt, gte, ilike, isNull, lt, lte, or, type SQL, sql } from 'drizzle-orm'
import type { COUPON_STATES, CouponEdit, CouponQuery } from '#contract/coupons.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { coupons } from './orders.table.ts'

export function listCoupons({ db, now }: AppContext, query: CouponQuery) {
  const where = and(
    query.q ? ilike(coupons.code, containing(query.q)) : undefined,
    query.state ? isInState(now().toISOString())[query.state] : undefined,
  )
  const columns = {
    created_at: coupons.created_at,
    code: coupons.code,
    valid_until: coupons.valid_until,
    current_uses: coupons.current_uses,
  }
  return paged(query, {
    count: () => db.$count(coupons, where),
    rows: ({ offset, limit }) =>
      db
        .select()
        .from(coupons)
        .where(where)
        .orderBy(...orderBy(query.sort ?? '-created_at', columns, coupons.id))
        .offset(offset)
        .limit(limit),
  })
}

/** Each coupon is in one state: the first that holds, from the bottom up. */
function isInState(at: string): Record<(typeof COUPON_STATES)[number], SQL | undefined> {
  const isUsedUp = sql`${coupons.current_uses} >= ${coupons.max_uses}`
  const hasUses = or(isNull(coupons.max_uses), sql`not ${isUsedUp}`)
  const isOn = eq(coupons.active, true)
  const isBefore = gt(coupons.valid_from, at)
  const isOver = lt(coupons.valid_until, at)
  return {
    active: and(isOn, lte(coupons.valid_from, at), gte(coupons.valid_until, at), hasUses),
    scheduled: and(isOn, isBefore, hasUses),
    expired: and(isOn, isOver),
    'used-up': and(isOn, isUsedUp, gte(coupons.valid_until, at)),
    inactive: eq(coupons.active, false),
  }
}

const options = (by: ChangedBy) => ({ by, name: ({ code }: { code: string }) => code })

export const createCoupon = (db: Db, coupon: CouponEdit, by: ChangedBy) =>
  refusingTakenCode(db.transaction((tx) => createRow(tx, coupons, coupon, options(by))))

type CouponChange = Partial<CouponEdit> & { id: string; version: number }

export const updateCoupon = (db: Db, { id, version, ...changes }: CouponChange, by: ChangedBy) =>
  refusingTakenCode(
    db.transaction((tx) => updateRow(tx, coupons, { id, version }, changes, options(by))),
  )

/** Orders keep the code and the discount that they were placed with. */
export const removeCoupon = (db: Db, id: string, by: ChangedBy) =>
  db.transaction((tx) => deleteRow(tx, coupons, id, options(by)))

const refusingTakenCode = <Result>(saved: Promise<Result>) =>
  saved.catch((error) => {
    throw isDuplicate(error, 'coupons_code_unique') ? errors.COUPON_CODE_TAKEN() : error
  })
