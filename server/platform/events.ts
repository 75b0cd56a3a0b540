import { withEventMeta } from '@orpc/server'
import { and, asc, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from './database.ts'
import type { Listener } from './listener.ts'
import { live_events } from './platform.table.ts'

export type Events = ReturnType<typeof createEvents>

type LiveEvent = { id: number; topic: string; data: unknown }

/** NOTIFY carries at most 8,000 bytes; larger events are read from the table. */
const LARGEST_NOTICE = 7_000

/** Whoever has seen no event yet catches up by the clock, and ours may differ from the database's. */
const CLOCK_DIFFERENCE_MS = 30_000

/**
 * Tells every subscriber of a topic, in every process, when the transaction commits. Events of one topic
 * queue behind each other until commit, so that their ids grow in the order in which they are seen.
 */
export async function raiseEvent(tx: Db, topic: string, data: unknown) {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${topic}, 0))`)
  const [row] = await tx.insert(live_events).values({ topic, data }).returning()
  const whole = JSON.stringify({ id: row?.id, topic, data })
  const notice =
    Buffer.byteLength(whole) <= LARGEST_NOTICE ? whole : JSON.stringify({ id: row?.id, topic })
  await tx.execute(sql`select pg_notify('live_events', ${notice})`)
}

export function createEvents(db: Db, listener: Listener) {
  const topics = new Map<string, Set<Subscription>>()

  listener.on('live_events', (notice) => {
    const { id, topic, data }: LiveEvent = JSON.parse(notice)
    const subscribers = topics.get(topic)
    if (!subscribers) return
    const events = data === undefined ? readEvent(db, id) : Promise.resolve([{ id, topic, data }])
    for (const subscriber of subscribers) subscriber.take(() => events)
  })
  // Whatever was said while we could not hear is in the table.
  listener.onGap(() => {
    for (const [topic, subscribers] of topics) {
      for (const subscriber of subscribers) {
        subscriber.take(() => missedEvents(db, topic, subscriber))
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
    if (subscription.last_id > 0) subscription.take(() => missedEvents(db, topic, subscription))
    try {
      for await (const event of subscription.events()) {
        yield withEventMeta(event.data as Data & object, { id: String(event.id) })
      }
    } finally {
      subscribers.delete(subscription)
      if (subscribers.size === 0 && topics.get(topic) === subscribers) topics.delete(topic)
    }
  }

  return { subscribe }
}

class Subscription {
  last_id: number
  readonly since = new Date(Date.now() - CLOCK_DIFFERENCE_MS)
  #turn: Promise<unknown> = Promise.resolve()
  #waiting: LiveEvent[] = []
  #failure: { reason: unknown } | undefined
  #wake: () => void = () => {}
  #signal: AbortSignal | undefined

  constructor(lastId: number, signal: AbortSignal | undefined) {
    this.last_id = lastId
    this.#signal = signal
    signal?.addEventListener('abort', () => this.#wake(), { once: true })
  }

  /**
   * Reads one after the other: were a live event passed on while older ones are still being read, those
   * would come too late. A failed read ends the stream; its reader comes back and catches up.
   */
  take(read: () => Promise<LiveEvent[]>) {
    this.#turn = this.#turn
      .then(read)
      .then((events) => this.#passOn(events))
      .catch((reason) => {
        this.#failure = { reason }
      })
      .finally(() => this.#wake())
  }

  /** An event may come twice (from the table and live); each is passed on once. */
  #passOn(events: LiveEvent[]) {
    for (const event of events) {
      if (event.id <= this.last_id) continue
      this.last_id = event.id
      this.#waiting.push(event)
    }
  }

  async *events() {
    while (!this.#signal?.aborted) {
      const next = this.#waiting.shift()
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

/** Nobody reconnects after an hour with the hope of a seamless stream. */
export const forgetOldEvents = (db: Db) =>
  db.delete(live_events).where(lt(live_events.created_at, sql`now() - interval '1 hour'`))
