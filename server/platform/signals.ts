import { type SQL, sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import type { Listener } from './listener.ts'

export type Signals = ReturnType<typeof createSignals>

/** NOTIFY carries at most 8,000 bytes. */
const LARGEST_SIGNAL = 7_500

/**
 * Sends data to every process: at commit inside a transaction, at once outside of one, in the order of the commits.
 * Nothing is stored. Says whether it was small enough; if not, `orElse` is sent, which makes receivers read.
 */
export async function sendSignal(tx: Db, topic: string, data: object, orElse?: object) {
  const payload = payloadOf(topic, data) ?? (orElse && payloadOf(topic, orElse))
  if (!payload) throw new Error(`A signal of ${topic} is too large`)
  await tx.execute(sql`select pg_notify('signals', ${payload})`)
}

/** Several in one statement; none may be too large. */
export async function sendSignals(tx: Db, topic: string, list: object[]) {
  const payloads = list.map((data) => payloadOf(topic, data))
  if (payloads.includes(undefined)) throw new Error(`A signal of ${topic} is too large`)
  const all = sql.param(payloads)
  await tx.execute(sql`select pg_notify('signals', payload) from unnest(${all}::text[]) as payload`)
}

function payloadOf(topic: string, data: object) {
  const payload = JSON.stringify({ topic, data })
  return Buffer.byteLength(payload) <= LARGEST_SIGNAL ? payload : undefined
}

/** `sendSignal` as an expression of another statement, for data (`jsonb`) that only the database has. */
export const signalOf = (topic: string, data: SQL, orElse: SQL) => {
  const payload = (of: SQL) => sql`jsonb_build_object('topic', ${topic}::text, 'data', ${of})::text`
  return sql`(
    select pg_notify('signals', case when octet_length(whole) <= ${LARGEST_SIGNAL} then whole else ${payload(orElse)} end)
    -- Without the offset it would be made twice, once to be measured.
    from (select ${payload(data)} as whole offset 0) as signal
  )`
}

/** What the processes of the shop say to each other. A process without connection misses it: `onGap` runs after that. */
export function createSignals(listener: Listener) {
  const handlers = new Map<string, (data: unknown) => void>()
  const closeHandlers: (() => Promise<void>)[] = []
  const gapHandlers: (() => void)[] = []
  const closing = new AbortController()

  listener.on('signals', (payload) => {
    const { topic, data }: { topic: string; data: unknown } = JSON.parse(payload)
    handlers.get(topic)?.(data)
  })
  listener.onGap(() => {
    for (const handle of gapHandlers) handle()
  })

  return {
    /** One handler a topic. */
    on: (topic: string, handle: (data: unknown) => void) => void handlers.set(topic, handle),
    onGap: (handle: () => void) => void gapHandlers.push(handle),
    onClose: (handle: () => Promise<void>) => void closeHandlers.push(handle),
    /** Aborted when the process closes: live streams never end by themselves. */
    closing: closing.signal,
    async close() {
      closing.abort()
      await Promise.all(closeHandlers.map((handle) => handle()))
    },
  }
}
