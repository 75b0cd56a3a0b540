import { useQuery } from '@tanstack/react-query'
import { DAY_MS } from '#contract/time.ts'
import { api } from '../../lib/api.ts'

/** Days of the shop are those of its time zone; without one, of UTC. */
export function useShopZone(): string {
  const { data } = useQuery(api.site_settings.list.queryOptions())
  return data?.time_zone || 'UTC'
}

/** The day of a moment, such as `2026-03-29`. */
export const dayIn = (timeZone: string, at: Date) => local(timeZone, at).slice(0, 10)

export const firstMoment = (timeZone: string, day: string) =>
  new Date(startOf(timeZone, Date.parse(day))).toISOString()

export const lastMoment = (timeZone: string, day: string) =>
  new Date(startOf(timeZone, Date.parse(day) + DAY_MS) - 1).toISOString()

/** When it is this time of UTC on the clocks of the zone. They may be changed in between, so the second look counts. */
function startOf(timeZone: string, time: number): number {
  const guess = time - offset(timeZone, time)
  return time - offset(timeZone, guess)
}

const offset = (timeZone: string, time: number) =>
  Date.parse(`${local(timeZone, new Date(time))}Z`) - time

/** What clocks of the zone show, such as `2026-03-29T01:30:00`. Swedish dates are those of ISO 8601. */
const local = (timeZone: string, at: Date) =>
  at
    .toLocaleString('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    .replace(' ', 'T')
