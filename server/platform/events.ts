import { withEventMeta } from '@orpc/server'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import type { Listener } from './listener.ts'
import { live_events } from './platform.table.ts'

export type Events = ReturnType<typeof createEvents>

type LiveEvent = { id: number; topic: string; data: unknown }

/** NOTIFY carries at most 8,000 bytes; larger events are read from the table. */
const LARGEST_NOTIFICATION = 7_000

/** A subscriber without a last id catches up by time, and our clock may differ from the database's. */
const CLOCK_DIFFERENCE_MS = 30_000

/**
 * Sends an event to every subscriber of a topic, in every process, when the transaction commits. The
 * lock lets transactions of one topic commit one after the other, so that ids grow in commit order.
 */
export async function raiseEvent(tx: Db, topic: string, data: unknown) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${topic}, 0))`)
  const [row] = await tx.insert(live_events).values({ topic, data }).returning()
  const whole = JSON.stringify({ id: row?.id, topic, data })
  const isSmall = Buffer.byteLength(whole) <= LARGEST_NOTIFICATION
  const payload = isSmall ? whole : JSON.stringify({ id: row?.id, topic })
  await tx.execute(sql`select pg_notify('live_events', ${payload})`)
}

export function createEvents(db: Db, listener: Listener) {
  const topics = new Map<string, Set<Subscription>>()

  listener.on('live_events', (payload) => {
    const { id, topic, data }: LiveEvent = JSON.parse(payload)
    const subscribers = topics.get(topic)
    if (!subscribers) return
    const events = data === undefined ? readEvent(db, id) : Promise.resolve([{ id, topic, data }])
    // Subscribers handle a failure when they get to it; until then nobody would, which ends the process.
    events.catch(() => {})
    for (const subscriber of subscribers) subscriber.queue(() => events)
  })
  // Events that were raised while the connection was lost are in the table.
  listener.onGap(() => {
    for (const [topic, subscribers] of topics) {
      for (const subscriber of subscribers) {
        subscriber.queue(() => missedEvents(db, topic, subscriber))
      }
    }
  })

  /** A live stream of a topic. With the id of the last event seen, it starts with those missed since. */
  async function* subscribe<Data>(
    topic: string,
    options: { last_event_id?: string; signal?: AbortSignal },
  ) {
    const last = Number(options.last_event_id)
    const subscription = new Subscription(Number.isSafeInteger(last) ? last : 0, options.signal)
    const subscribers = topics.get(topic) ?? new Set()
    topics.set(topic, subscribers.add(subscription))
    if (subscription.last_id > 0) subscription.queue(() => missedEvents(db, topic, subscription))
    try {
      for await (const event of subscription.events()) {
        yield withEventMeta(event.data as Data & object, { id: String(event.id) })
      }
    } finally {
      subscribers.delete(subscription)
      if (subscribers.size === 0 && topics.get(topic) === subscribers) topics.delete(topic)
    }
  }

  return { subscribe, countSubscribers: (topic: string) => topics.get(topic)?.size ?? 0 }
}

class Subscription {
  last_id: number
  readonly since = new Date(Date.now() - CLOCK_DIFFERENCE_MS)
  #reads: Promise<unknown> = Promise.resolve()
  #delivered: LiveEvent[] = []
  #failure: { reason: unknown } | undefined
  #wake: () => void = () => {}
  #signal: AbortSignal | undefined

  constructor(lastId: number, signal: AbortSignal | undefined) {
    this.last_id = lastId
    this.#signal = signal
    signal?.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /**
   * Reads are sequential: a live event delivered before older ones that are still being read would
   * raise `last_id` past them. A failed read ends the stream; the client reconnects and catches up.
   */
  queue(read: () => Promise<LiveEvent[]>) {
    this.#reads = this.#reads
      .then(read)
      .then((events) => this.#deliver(events))
      .catch((reason) => {
        this.#failure = { reason }
      })
      .finally(() => this.#wake())
  }

  /** An event may arrive twice, from the table and live; the id decides. */
  #deliver(events: LiveEvent[]) {
    for (const event of events) {
      if (event.id <= this.last_id) continue
      this.last_id = event.id
      this.#delivered.push(event)
    }
  }

  async *events() {
    while (!this.#signal?.aborted) {
      const next = this.#delivered.shift()
      if (next) yield next
      else if (this.#failure) throw this.#failure.reason
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}

const readEvent = (db: Db, id: number): Promise<LiveEvent[]> =>
  db.select().from(live_events).where(eq(live_events.id, id)).execute()

const missedEvents = (db: Db, topic: string, { last_id, since }: Subscription) =>
  db
    .select()
    .from(live_events)
    .where(
      and(
        eq(live_events.topic, topic),
        last_id > 0 ? gt(live_events.id, last_id) : gt(live_events.created_at, since.toISOString()),
      ),
    )
    .orderBy(asc(live_events.id))
    .execute()

/** A client that reconnects after an hour reloads instead. */
export const deleteOldEvents = (db: Db) =>
  db.delete(live_events).where(lt(live_events.created_at, sql`now() - interval '1 hour'`))
