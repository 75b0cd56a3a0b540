import type { DayRange, SalesDay } from '#contract/insights.ts'
import { DAY_MS } from '#contract/time.ts'

export const GRAINS = ['day', 'week', 'month'] as const
export type Grain = (typeof GRAINS)[number]

/** One bar of the chart. Sums are in cents. */
export type Bucket = {
  first: string
  last: string
  orders: number
  cents: number
  /** The same days of the period before; null when there is none. */
  previous_cents: number | null
}

const MOST_DAYS = 31
const MOST_WEEKS_IN_DAYS = 183

/** What shows a range in a few dozen bars at most. */
export function defaultGrain(days: number): Grain {
  if (days <= MOST_DAYS) return 'day'
  return days <= MOST_WEEKS_IN_DAYS ? 'week' : 'month'
}

/** Days gathered by calendar week (from Monday) or month. Days of the period before stand at the same distance from its start. */
export function groupDays(
  days: readonly SalesDay[],
  previous: readonly SalesDay[],
  grain: Grain,
): Bucket[] {
  const buckets: Bucket[] = []
  let open = ''
  for (const [place, { day, orders, revenue }] of days.entries()) {
    const key = keyOf(day, grain)
    const before = previous[place] ? toCents(previous[place].revenue) : null
    const bucket = buckets.at(-1)
    if (bucket && key === open) {
      bucket.last = day
      bucket.orders += orders
      bucket.cents += toCents(revenue)
      if (before !== null) bucket.previous_cents = (bucket.previous_cents ?? 0) + before
    } else {
      open = key
      buckets.push({
        first: day,
        last: day,
        orders,
        cents: toCents(revenue),
        previous_cents: before,
      })
    }
  }
  return buckets
}

const toCents = (dollars: number) => Math.round(dollars * 100)

/** Days with the same key belong together. */
function keyOf(day: string, grain: Grain): string {
  if (grain === 'month') return day.slice(0, 7)
  if (grain === 'day') return day
  const date = new Date(day)
  const sinceMonday = (date.getUTCDay() + 6) % 7
  return new Date(date.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** How much more than before, in whole percent; null when there was nothing before. */
export function changeSince(now: number, before: number): number | null {
  if (before === 0) return null
  return Math.round(((now - before) / Math.abs(before)) * 100)
}

const dayMonth = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
})
const dayMonthYear = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const monthYear = new Intl.DateTimeFormat('en-US', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
const month = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

export const formatDay = (day: string) => dayMonthYear.format(new Date(day))

export const formatRange = ({ from, to }: DayRange) =>
  from === to ? formatDay(from) : dayMonthYear.formatRange(new Date(from), new Date(to))

/** Under an axis. */
export function shortLabel({ first }: Bucket, grain: Grain): string {
  if (grain !== 'month') return dayMonth.format(new Date(first))
  return first.slice(5, 7) === '01' ? first.slice(0, 4) : month.format(new Date(first))
}

/** In a tooltip or table. */
export function longLabel({ first, last }: Bucket, grain: Grain): string {
  if (grain === 'month') return monthYear.format(new Date(first))
  return formatRange({ from: first, to: last })
}
