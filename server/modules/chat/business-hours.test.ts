import { expect, test } from 'vitest'
import { isBusinessTime } from './business-hours.ts'

test.each([
  ['9:00 AM - 6:00 PM', '2026-03-02T09:00:00', true],
  ['9:00 AM - 6:00 PM', '2026-03-02T08:59:00', false],
  ['9:00 AM - 6:00 PM', '2026-03-02T18:00:00', false],
  ['09:00 – 18:30', '2026-03-02T18:29:00', true],
  ['12 pm to 1 pm', '2026-03-02T12:30:00', true],
  ['Closed', '2026-03-02T12:00:00', false],
  ['by appointment', '2026-03-02T12:00:00', null],
  ['', '2026-03-02T12:00:00', null],
])('business hours "%s" at %s: %s', (business_hours_sun_thu, at, expected) => {
  expect(isBusinessTime({ business_hours_sun_thu }, new Date(at))).toBe(expected)
})

test.each([
  ['Mon-Fri: 9:00 - 18:00\nSat 10-14', '2026-03-02T17:59:00Z', true],
  ['Mon-Fri: 9:00 - 18:00\nSat 10-14', '2026-03-07T12:00:00Z', true],
  // No line names Sunday.
  ['Mon-Fri: 9:00 - 18:00\nSat 10-14', '2026-03-08T12:00:00Z', false],
  ['Friday to Monday 9am - 5pm', '2026-03-08T12:00:00Z', true],
  ['Friday to Monday 9am - 5pm', '2026-03-04T12:00:00Z', false],
  ['Tue, Thu & Sat: 9-17\nMonday closed', '2026-03-05T12:00:00Z', true],
  ['Daily 9-17', '2026-03-08T12:00:00Z', true],
  ['Mo-Fr 9-17', '2026-03-02T12:00:00Z', null],
  ['By appointment', '2026-03-02T12:00:00Z', null],
])('the owner’s own lines %j at %s: %s', (opening_hours, at, expected) => {
  const specified = { business_hours_sun_thu: 'Closed', business_hours_saturday: 'Closed' }
  const settings = { ...specified, opening_hours, time_zone: 'UTC' }
  expect(isBusinessTime(settings, new Date(at))).toBe(expected)
})

test.each([
  // Half past eight in the evening in New York, while it is Monday in Berlin already.
  ['America/New_York', '2026-03-02T01:30:00Z', false],
  ['Europe/Berlin', '2026-03-02T08:30:00Z', true],
  ['America/New_York', '2026-03-02T14:30:00Z', true],
  // Friday afternoon, and the Saturday that has begun in Auckland.
  ['America/New_York', '2026-03-06T15:00:00Z', true],
  ['Pacific/Auckland', '2026-03-06T15:00:00Z', false],
])('the hours are those of the shop in %s at %s: %s', (time_zone, at, expected) => {
  const hours = {
    business_hours_sun_thu: '9:00 AM - 6:00 PM',
    business_hours_friday: '9:00 AM - 2:00 PM',
    business_hours_saturday: 'Closed',
  }
  expect(isBusinessTime({ ...hours, time_zone }, new Date(at))).toBe(expected)
})
