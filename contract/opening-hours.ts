import type { SiteSettings } from './content.ts'

export type OpeningLine = { days: string; hours: string }

/** What begins with days and ends with a time or "closed": `Mon-Fri: 9:00 - 18:00`, `Sunday closed`. */
const LINE = /^(\D*?)[\s:]+(\d.*|closed)$/i

/**
 * When the shop is open: the owner's own lines if there are any, else the three of the specification, which may be
 * empty. A line without days, such as "By appointment", is all hours.
 */
export function openingLines(settings: SiteSettings): OpeningLine[] {
  const own = (settings.opening_hours ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  if (own.length > 0) return own.map(readLine)
  return [
    { days: 'Sunday-Thursday', hours: settings.business_hours_sun_thu?.trim() ?? '' },
    { days: 'Friday', hours: settings.business_hours_friday?.trim() ?? '' },
    { days: 'Saturday', hours: settings.business_hours_saturday?.trim() ?? '' },
  ]
}

function readLine(line: string): OpeningLine {
  const [, days = '', hours = line] = LINE.exec(line) ?? []
  return { days: days.trim(), hours }
}
