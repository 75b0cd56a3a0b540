import { expect, test } from 'vitest'
import { dayIn, firstMoment, lastMoment } from './shop-days.ts'

test.each([
  ['UTC', '2026-03-02', '2026-03-02T00:00:00.000Z', '2026-03-02T23:59:59.999Z'],
  ['America/New_York', '2026-12-24', '2026-12-24T05:00:00.000Z', '2026-12-25T04:59:59.999Z'],
  ['Pacific/Auckland', '2026-01-01', '2025-12-31T11:00:00.000Z', '2026-01-01T10:59:59.999Z'],
  // On these days clocks are changed.
  ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T21:59:59.999Z'],
  ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z'],
])('a day in %s: %s begins at %s and ends at %s', (zone, day, first, last) => {
  expect(firstMoment(zone, day)).toBe(first)
  expect(lastMoment(zone, day)).toBe(last)
  expect(dayIn(zone, new Date(first))).toBe(day)
  expect(dayIn(zone, new Date(last))).toBe(day)
})
