import type { SiteSettings } from '#contract/content.ts'

const CLOSED = /^closed$/i
const TIME = String.raw`(\d{1,2})(?::(\d{2}))?\s*([ap]\.?m\.?)?`
const HOURS = new RegExp(`^${TIME}\\s*(?:-|–|—|to)\\s*${TIME}$`, 'i')

/**
 * Whether the shop's hours cover a moment, in the time zone of the server. The settings are free text: null when
 * the day's line does not read like `9:00 AM - 6:00 PM` or `Closed`.
 */
export function isBusinessTime(settings: SiteSettings, at: Date): boolean | null {
  const text = (hoursOf(settings, at.getDay()) ?? '').trim()
  if (CLOSED.test(text)) return false
  const match = HOURS.exec(text)
  if (!match) return null
  const [, fromHour, fromMinute, fromHalf, toHour, toMinute, toHalf] = match
  const from = minutesOf(fromHour, fromMinute, fromHalf)
  const to = minutesOf(toHour, toMinute, toHalf)
  const now = at.getHours() * 60 + at.getMinutes()
  return from <= now && now < to
}

const FRIDAY = 5
const SATURDAY = 6

function hoursOf(settings: SiteSettings, day: number) {
  if (day === FRIDAY) return settings.business_hours_friday
  return day === SATURDAY ? settings.business_hours_saturday : settings.business_hours_sun_thu
}

function minutesOf(hour = '0', minute = '0', half = '') {
  const isAfternoon = /^p/i.test(half)
  const hours = half ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour)
  return hours * 60 + Number(minute)
}
