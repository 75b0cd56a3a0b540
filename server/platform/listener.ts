import type pg from 'pg'
import { openClient } from './database-client.ts'
import type { Log } from './log.ts'

export type Listener = ReturnType<typeof createListener>

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** Without questions, a connection that the network has forgotten would look like one without news. */
const HEARTBEAT_MS = 10_000
const SILENCE_MS = 20_000

/**
 * The one connection of this process that receives NOTIFY. It reconnects after a loss; notifications
 * sent meanwhile are lost, so `onGap` handlers run after each reconnect.
 */
export function createListener(
  url: string,
  log: Log,
  { heartbeatMs = HEARTBEAT_MS, silenceMs = SILENCE_MS } = {},
) {
  const handlers = new Map<string, ((payload: string) => void)[]>()
  const gapHandlers: (() => void)[] = []
  let client: pg.Client | undefined
  let stopped = false

  async function connect() {
    const next = openClient(url, { silenceMs, application_name: 'petal-listener' })
    next.on('notification', ({ channel, payload }) => {
      for (const handle of handlers.get(channel) ?? []) handle(payload ?? '')
    })
    await next.connect()
    for (const channel of handlers.keys()) await next.query(`listen ${channel}`)
    const stopHeartbeat = startHeartbeat(next, heartbeatMs)
    next.once('end', () => {
      stopHeartbeat()
      void reconnect()
    })
    client = next
  }

  async function reconnect() {
    for (let wait = FIRST_RETRY_MS; !stopped; wait = Math.min(wait * 2, LONGEST_RETRY_MS)) {
      try {
        await connect()
        for (const handle of gapHandlers) handle()
        return
      } catch (err) {
        log.warn({ err }, 'The listening connection is lost; trying again')
        await new Promise((resolve) => setTimeout(resolve, wait))
      }
    }
  }

  return {
    /** Call before `start`. */
    on(channel: 'shop_changed' | 'signals' | 'admin_changed', handle: (payload: string) => void) {
      handlers.set(channel, [...(handlers.get(channel) ?? []), handle])
    },
    onGap: (handle: () => void) => gapHandlers.push(handle),
    start: connect,
    async stop() {
      stopped = true
      await client?.end()
    },
  }
}

/** A heartbeat that is not answered is the last one: the silence after it ends the connection. */
function startHeartbeat(client: pg.Client, everyMs: number) {
  let isWaiting = false
  const beat = async () => {
    if (isWaiting) return
    isWaiting = true
    await client.query('select 1').catch(() => {})
    isWaiting = false
  }
  const timer = setInterval(beat, everyMs)
  return () => clearInterval(timer)
}
