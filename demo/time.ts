const MINUTE_MS = 60_000
const DAY_MS = 1440 * MINUTE_MS

export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)
export const daysAfter = (now: Date, days: number) => daysBefore(now, -days)
export const minutesAfter = (now: Date, minutes: number) =>
  new Date(now.getTime() + minutes * MINUTE_MS)
