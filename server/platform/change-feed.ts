import { sql } from 'drizzle-orm'
import { LIVE_TOPICS, type LiveTopic } from '#contract/insights.ts'
import type { Db } from './database.ts'
import type { Listener } from './listener.ts'

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/** When the transaction commits, every open back office refreshes the lists of the topic. */
export const announceChange = (tx: Db, topic: LiveTopic) =>
  tx.execute(sql`select ${changeOf(topic)}`)

/** The same as an expression of another statement. */
export const changeOf = (topic: LiveTopic) => sql`pg_notify('admin_changed', ${topic})`

/**
 * Which lists of the back office have changed. Unlike events, nothing is stored or ordered: who misses one
 * reloads. Changes that arrive while a subscriber is busy are merged.
 */
export function createChangeFeed(listener: Listener) {
  const subscribers = new Set<{ stale: Set<LiveTopic>; wake: () => void }>()
  const closing = new AbortController()

  const announce = (topics: readonly LiveTopic[]) => {
    for (const subscriber of subscribers) {
      for (const topic of topics) subscriber.stale.add(topic)
      subscriber.wake()
    }
  }
  listener.on('admin_changed', (topic) => announce([topic as LiveTopic]))
  listener.onGap(() => announce(LIVE_TOPICS))

  async function* subscribe(signal?: AbortSignal) {
    const subscriber = { stale: new Set<LiveTopic>(), wake: () => {} }
    const ended = AbortSignal.any([closing.signal, ...(signal ? [signal] : [])])
    const onEnd = () => subscriber.wake()
    ended.addEventListener('abort', onEnd, { once: true })
    subscribers.add(subscriber)
    try {
      while (!ended.aborted) {
        const topics = [...subscriber.stale]
        subscriber.stale.clear()
        for (const topic of topics) yield { topic }
        if (subscriber.stale.size > 0 || ended.aborted) continue
        await new Promise<void>((resolve) => {
          subscriber.wake = resolve
        })
      }
    } finally {
      subscribers.delete(subscriber)
      ended.removeEventListener('abort', onEnd)
    }
  }

  return { subscribe, close: () => closing.abort(), countSubscribers: () => subscribers.size }
}
