/** In UTC: each minute, or whenever the clock shows this minute (of this hour). */
export type Schedule = 'minute' | { minute: number; hour?: number }

type Options = {
  jobs: { name: string; every: Schedule }[]
  send: (name: string) => Promise<unknown>
  onError: (err: unknown) => void
  now?: () => number
}

const MINUTE_MS = 60_000
const CHECK_MS = 15_000
/** After a longer gap, such as a machine that slept, a job still runs once. */
const LONGEST_GAP_MINUTES = 24 * 60

/**
 * Sends each job when it is due, and maybe again within the minute. pg-boss 10.4.2 has a clock for any cron
 * expression, but it blocks the process for 100 ms, twice a minute.
 */
export function startJobClock({ jobs, send, onError, now = Date.now }: Options) {
  const thisMinute = () => Math.floor(now() / MINUTE_MS)
  let checked = thisMinute() - 1

  async function check() {
    const last = thisMinute()
    const minutes = minutesBetween(checked, last)
    const due = jobs.filter(({ every }) => minutes.some((minute) => isDue(every, minute)))
    try {
      await Promise.all(due.map(({ name }) => send(name)))
      checked = last
    } catch (err) {
      // The next check tries again.
      onError(err)
    }
  }

  void check()
  const timer = setInterval(check, CHECK_MS)
  return { check, stop: () => clearInterval(timer) }
}

/** The minutes after the first one, up to and including the last one. */
function minutesBetween(first: number, last: number) {
  const count = Math.min(last - first, LONGEST_GAP_MINUTES)
  return Array.from({ length: Math.max(count, 0) }, (_, n) => last - n)
}

function isDue(every: Schedule, minute: number) {
  if (every === 'minute') return true
  const time = new Date(minute * MINUTE_MS)
  const isHour = every.hour === undefined || every.hour === time.getUTCHours()
  return isHour && every.minute === time.getUTCMinutes()
}
