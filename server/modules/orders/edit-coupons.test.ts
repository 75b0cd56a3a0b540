import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { CouponEdit } from '#contract/coupons.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { createCoupon, listCoupons, removeCoupon, updateCoupon } from './edit-coupons.ts'

const { db } = await givenDatabase()
const by = { id: randomUUID(), name: 'Ada Keeper', at: new Date('2026-06-01T12:00:00Z') }
const context = { db, now: () => by.at } as Parameters<typeof listCoupons>[0]

const coupon = (given: Partial<CouponEdit> = {}): CouponEdit => ({
  code: `C${randomUUID().slice(0, 8).toUpperCase()}`,
  discount_percentage: 10,
  discount_amount: null,
  valid_from: '2026-01-01T00:00:00.000Z',
  valid_until: '2026-12-31T23:59:59.999Z',
  active: true,
  max_uses: null,
  ...given,
})

test('a code exists once', async () => {
  const { code } = await createCoupon(db, coupon(), by)
  await expect(createCoupon(db, coupon({ code }), by)).rejects.toMatchObject({
    code: 'COUPON_CODE_TAKEN',
  })
  const other = await createCoupon(db, coupon(), by)
  await expect(updateCoupon(db, { ...other, code }, by)).rejects.toMatchObject({
    code: 'COUPON_CODE_TAKEN',
  })
})

test('each coupon is listed under the one state it is in', async () => {
  const given = {
    active: await createCoupon(db, coupon(), by),
    scheduled: await createCoupon(db, coupon({ valid_from: '2026-07-01T00:00:00.000Z' }), by),
    expired: await createCoupon(db, coupon({ valid_until: '2026-02-01T00:00:00.000Z' }), by),
    inactive: await createCoupon(db, coupon({ active: false }), by),
  }
  for (const [state, { id }] of Object.entries(given)) {
    const found = []
    for (const other of ['active', 'scheduled', 'expired', 'used-up', 'inactive'] as const) {
      const { items } = await listCoupons(context, { state: other, per_page: 200 })
      if (items.some((item) => item.id === id)) found.push(other)
    }
    expect(found).toEqual([state])
  }
})

// Shows B7.6
test('a deleted coupon is gone, and cannot be deleted twice', async () => {
  const { id, code } = await createCoupon(db, coupon(), by)
  await removeCoupon(db, id, by)
  expect((await listCoupons(context, { q: code })).total).toBe(0)
  await expect(removeCoupon(db, id, by)).rejects.toMatchObject({ code: 'ROW_NOT_FOUND' })
})

// Shows B5.7, B5.8
test.each([
  [{ code: ' ' }, 'code', 'Code is required'],
  [{ code: 'TEN %' }, 'code', 'Use letters, digits, - and _'],
  [{ discount_percentage: null }, 'discount_percentage', 'Discount value is required'],
  [{ discount_amount: 5 }, 'discount_percentage', 'Discount value is required'],
  [{ discount_percentage: 12.5 }, 'discount_percentage', 'Enter a whole number'],
  [
    { valid_until: '2025-01-01T00:00:00.000Z' },
    'valid_until',
    'Valid until must not be before valid from',
  ],
  [{ valid_until: '' }, 'valid_until', 'Valid until is required'],
])('refuses %o', (wrong, field, message) => {
  const { error } = CouponEdit.safeParse(coupon(wrong))
  expect(error?.issues).toContainEqual(expect.objectContaining({ path: [field], message }))
})
