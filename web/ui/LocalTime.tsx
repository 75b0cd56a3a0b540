import { formatDate } from '../lib/format.ts'
import { useHydrated } from '../lib/hydrated.ts'

/** A date in the visitor's own zone; UTC until the browser has taken over, so that hydration agrees. */
export function LocalTime({ iso, withTime }: { iso: string; withTime?: boolean }) {
  const timeZone = useHydrated() ? undefined : 'UTC'
  return <time dateTime={iso}>{formatDate(iso, { timeZone, withTime })}</time>
}
