import type { SiteSettings } from '#contract/content.ts'
import { isTimeZone } from '#contract/rules.ts'

const CLOSED = /^closed$/i
const TIME = String.raw`(\d{1,2})(?::(\d{2}))?\s*([ap]\.?m\.?)?`
const HOURS = new RegExp(`^${TIME}\\s*(?:-|–|—|to)\\s*${TIME}$`, 'i')

/**
 * Whether the shop's hours cover a moment, in the shop's time zone. The settings are free text: null when
 * the day's line does not read like `9:00 AM - 6:00 PM` or `Closed`.
 */
export function isBusinessTime(settings: SiteSettings, at: Date): boolean | null {
  const { day, minutes: now } = shopTime(at, settings.time_zone)
  const text = (hoursOf(settings, day) ?? '').trim()
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
  const timeZone = time_zone && isTimeZone(time_zone) ? time_zone : undefined
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    weekday: 'short',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  return {
    day: parts.get('weekday'),
    minutes: Number(parts.get('hour')) * 60 + Number(parts.get('minute')),
  }
}

function hoursOf(settings: SiteSettings, day: string | undefined) {
  if (day === 'Fri') return settings.business_hours_friday
  return day === 'Sat' ? settings.business_hours_saturday : settings.business_hours_sun_thu
}

function minutesOf(hour = '0', minute = '0', half = '') {
  const isAfternoon = /^p/i.test(half)
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
  return hours * 60 + Number(minute)
}
