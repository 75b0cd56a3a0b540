import { expect, test } from 'vitest'
import { changeSince, defaultGrain, groupDays, longLabel, shortLabel } from './series.ts'

const day = (name: string, revenue: number, orders = 1) => ({
  day: name,
  revenue,
  orders,
  discount: 0,
  shipping: 0,
  tax: 0,
  coupon_orders: 0,
  returning_orders: 0,
  refunded: 0,
})

test('weeks begin on Monday, and the period before is cut at the same places', () => {
  // 2026-11-01 is a Sunday.
  const days = [day('2026-11-01', 0.1), day('2026-11-02', 0.2), day('2026-11-03', 0.1)]
  const before = [day('2026-10-29', 1), day('2026-10-30', 2), day('2026-10-31', 4)]
  expect(groupDays(days, before, 'week')).toEqual([
    { first: '2026-11-01', last: '2026-11-01', orders: 1, cents: 10, previous_cents: 100 },
    { first: '2026-11-02', last: '2026-11-03', orders: 2, cents: 30, previous_cents: 600 },
  ])
})

test('months, and a range without a period before', () => {
  const buckets = groupDays([day('2025-12-31', 5), day('2026-01-01', 7)], [], 'month')
  expect(buckets.map(({ cents, previous_cents }) => [cents, previous_cents])).toEqual([
    [500, null],
    [700, null],
  ])
  expect(buckets.map((bucket) => shortLabel(bucket, 'month'))).toEqual(['Dec', '2026'])
  expect(buckets.map((bucket) => longLabel(bucket, 'month'))).toEqual([
    'December 2025',
    'January 2026',
  ])
})

test('a change against nothing has no percentage', () => {
  expect(changeSince(10, 0)).toBeNull()
  expect(changeSince(0, 0)).toBeNull()
  expect(changeSince(150, 100)).toBe(50)
  expect(changeSince(-50, -100)).toBe(50)
})

test('long ranges are shown in weeks or months', () => {
  expect([1, 31, 32, 183, 184].map(defaultGrain)).toEqual(['day', 'day', 'week', 'week', 'month'])
})
