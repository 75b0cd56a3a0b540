import { expect, test } from 'vitest'
import { discountPercent, formatDate } from './format.ts'

// Shows S2.35, S9.2
test('a discount is the rounded percent from the original price', () => {
  expect(discountPercent(48, 58)).toBe(17)
})

// Shows S2.35
test.each([null, 48, 40])('there is no discount from an original price of %j', (original) => {
  expect(discountPercent(48, original)).toBeNull()
})

test('a date is read in the zone of the visitor', () => {
  const lateEvening = '2026-03-01T02:30:00.000Z'
  expect(formatDate(lateEvening, { timeZone: 'America/New_York' })).toBe('Feb 28, 2026')
  expect(formatDate(lateEvening, { timeZone: 'UTC' })).toBe('Mar 1, 2026')
})
