import type { SiteSettings } from '#contract/content.ts'
import { openingLines } from '#contract/opening-hours.ts'
import { isTimeZone } from '#contract/rules.ts'

const CLOSED = /^closed$/i
const TIME = String.raw`(\d{1,2})(?::(\d{2}))?\s*([ap]\.?m\.?)?`
const HOURS = new RegExp(`^${TIME}\\s*(?:-|–|—|to)\\s*${TIME}$`, 'i')

/**
 * Whether the shop's hours cover a moment, in the shop's time zone. The settings are free text: null when
 * the day's line does not read like `9:00 AM - 6:00 PM` or `Closed`. A day that no line names is closed.
 */
export function isBusinessTime(settings: SiteSettings, at: Date): boolean | null {
  const { day, minutes: now } = shopTime(at, settings.time_zone)
  const text = hoursOf(settings, day)
  if (text === null) return null
  if (CLOSED.test(text)) return false
  const match = HOURS.exec(text)
  if (!match) return null
  const [, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = match
  const from = minutesOf(fromHour, fromMinute, fromHalf)
  const to = minutesOf(toHour, toMinute, toHalf)
  return from <= now && now < to
}

/** Day and minute at the shop; without the setting, where the server is. */
function shopTime(at: Date, time_zone = '') {
  const parts = new Map(
    clockIn(time_zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  return {
    day: parts.get('weekday'),
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}

const cachedClocks = new Map<string, Intl.DateTimeFormat>()

/** Cached for each value of the setting: making one takes longer than the rest of the call that asks. */
function clockIn(time_zone: string) {
  const cached = cachedClocks.get(time_zone)
  if (cached) return cached
  const clock = new Intl.DateTimeFormat('en-US', {
    timeZone: time_zone && isTimeZone(time_zone) ? time_zone : undefined,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  cachedClocks.set(time_zone, clock)
  return clock
}

/** The hours of a day; null when a line names days that we cannot read, which may be this one. */
function hoursOf(settings: SiteSettings, day: string | undefined): string | null {
  const lines = openingLines(settings).map(({ days, hours }) => ({ days: daysIn(days), hours }))
  const found = lines.find(({ days }) => days?.some((one) => one === day))
  if (found) return found.hours
  return lines.some(({ days }) => days === null) ? null : 'Closed'
}

const WEEK = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']
const DAILY = /^(daily|every ?day)$/i

/** "Mon-Fri, Sunday" as short names of days; null when it is something else. */
function daysIn(text: string): string[] | null {
  if (DAILY.test(text)) return WEEK
  const spans = text.split(/,|&|\band\b/i).map((span) => {
    const [first, last] = span.split(/-|–|—|\bto\b|\bthrough\b/i).map(weekday)
    if (first === undefined) return null
    if (last === undefined) return [first]
    const days = last < first ? last - first + 8 : last - first + 1
    return Array.from({ length: days }, (_, n) => (first + n) % 7)
  })
  if (spans.includes(null)) return null
  return spans.flatMap((span) => span ?? []).map((n) => WEEK[n] ?? '')
}

/** The number of a day by its English name or its beginning, such as "Mon" or "Tues."; undefined for other words. */
function weekday(name: string): number | undefined {
  const start = name.trim().slice(0, 3).toLowerCase()
  const number = WEEK.findIndex((day) => day.toLowerCase() === start)
  return number === -1 ? undefined : number
}

function minutesOf(hour = '0', minute = '0', half = '') {
  const isAfternoon = /^p/i.test(half)
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
  return hours * 60 + Number(minute)
}
