import pg from 'pg'
import type { Log } from './log.ts'

export type Listener = ReturnType<typeof createListener>

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000

/**
 * The one connection of this process that hears NOTIFY. It comes back by itself after a loss; what was
 * said meanwhile is lost, so `onGap` lets its users assume the worst.
 */
export function createListener(url: string, log: Log) {
  const hearers = new Map<string, ((payload: string) => void)[]>()
  const gapHearers: (() => void)[] = []
  let client: pg.Client | undefined
  let stopped = false

  async function connect() {
    const next = new pg.Client({ connectionString: url, keepAlive: true })
    next.on('error', () => {})
    next.on('notification', ({ channel, payload }) => {
      for (const hear of hearers.get(channel) ?? []) hear(payload ?? '')
    })
    await next.connect()
    for (const channel of hearers.keys()) await next.query(`listen ${channel}`)
    next.once('end', reconnect)
    client = next
  }

  async function reconnect() {
    for (let wait = FIRST_RETRY_MS; !stopped; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      try {
        await connect()
        for (const hear of gapHearers) hear()
        return
      } catch (err) {
        log.warn({ err }, 'The listening connection is lost; trying again')
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  return {
    /** Registers before `start`. */
    on(channel: 'shop_changed' | 'live_events', hear: (payload: string) => void) {
      hearers.set(channel, [...(hearers.get(channel) ?? []), hear])
    },
    onGap: (hear: () => void) => gapHearers.push(hear),
    start: connect,
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}
