import { type DashboardQuery, type DayRange, DEFAULT_RANGE } from '#contract/insights.ts'
import { DAY_MS } from '#contract/time.ts'

/** Longer custom ranges are cut at their beginning. */
const MOST_DAYS = 3660

const isoDay = (date: Date) => date.toISOString().slice(0, 10)
export const addDays = (day: string, days: number) =>
  isoDay(new Date(Date.parse(day) + days * DAY_MS))
export const countDays = ({ from, to }: DayRange) =>
  Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1

export function daysOf(range: DayRange): string[] {
  return Array.from({ length: countDays(range) }, (_, n) => addDays(range.from, n))
}

/** The days that a query means. All time begins with the first sale. */
export function rangeOf(query: DashboardQuery, today: string, firstSale: string | null): DayRange {
  const { range = DEFAULT_RANGE, from = today, to = today } = query
  const longest = (day: string) => addDays(day, 1 - MOST_DAYS)
  const later = (one: string, other: string) => (one > other ? one : other)
  switch (range) {
    case 'today':
      return { from: today, to: today }
    case '7d':
      return { from: addDays(today, -6), to: today }
    case '30d':
      return { from: addDays(today, -29), to: today }
    case '90d':
      return { from: addDays(today, -89), to: today }
    case 'year':
      return { from: `${today.slice(0, 4)}-01-01`, to: today }
    case 'all':
      return { from: later(firstSale ?? today, longest(today)), to: today }
    case 'custom':
      return { from: later(from, longest(to)), to }
  }
}

/** As many days directly before; for this year, the same days of last year; nothing before all time. */
export function rangeBefore(query: DashboardQuery, range: DayRange): DayRange | null {
  if (query.range === 'all') return null
  if (query.range === 'year') {
    const yearBefore = `${Number(range.from.slice(0, 4)) - 1}-01-01`
    return { from: yearBefore, to: addDays(yearBefore, countDays(range) - 1) }
  }
  const days = countDays(range)
  return { from: addDays(range.from, -days), to: addDays(range.from, -1) }
}

/** The last whole day, or the last week from Monday to Sunday, before this day. */
export function lastWhole(period: 'day' | 'week', today: string): DayRange {
  const yesterday = addDays(today, -1)
  if (period === 'day') return { from: yesterday, to: yesterday }
  const daysSinceSunday = new Date(today).getUTCDay() || 7
  return { from: addDays(today, -daysSinceSunday - 6), to: addDays(today, -daysSinceSunday) }
}
