import { sql } from 'drizzle-orm'
import { LIVE_TOPICS, type LiveChange, type LiveTopic } from '#contract/insights.ts'
import type { Db } from './database.ts'
import type { EventStream } from './event-stream.ts'
import type { Listener } from './listener.ts'

export type ChangeFeed = ReturnType<typeof createChangeFeed>

/** When the transaction commits, every open back office refreshes the lists of these topics. */
export const announceChange = (tx: Db, ...topics: LiveTopic[]) =>
  tx.execute(sql`select ${sql.join(topics.map(changeOf), sql`, `)}`)

/** The same as an expression of another statement. */
export const changeOf = (topic: LiveTopic) => sql`pg_notify('admin_changed', ${topic})`

/** Which lists of the back office have changed. Nothing is stored or ordered: who misses a change reloads. */
export function createChangeFeed(listener: Listener) {
  const streams = new Set<ChangeStream>()

  const announce = (topics: readonly LiveTopic[]) => {
    for (const stream of streams) stream.announce(topics)
  }
  listener.on('admin_changed', (topic) => announce([topic as LiveTopic]))
  listener.onGap(() => announce(LIVE_TOPICS))

  return {
    follow(stream: EventStream<LiveChange>) {
      const follower = new ChangeStream(stream)
      streams.add(follower)
      stream.onClose(() => streams.delete(follower))
    },
    close() {
      for (const { stream } of streams) stream.end()
    },
  }
}

/** Changes that come while the browser does not read are merged. */
class ChangeStream {
  readonly stream: EventStream<LiveChange>
  #waiting = new Set<LiveTopic>()

  constructor(stream: EventStream<LiveChange>) {
    this.stream = stream
  }

  announce(topics: readonly LiveTopic[]) {
    for (const topic of topics) {
      if (this.stream.isBehind) void this.#sendLater(topic)
      else this.stream.send({ topic })
    }
  }

  async #sendLater(topic: LiveTopic) {
    const isFirst = this.#waiting.size === 0
    this.#waiting.add(topic)
    if (!isFirst) return
    await this.stream.drained()
    const topics = [...this.#waiting]
    this.#waiting.clear()
    this.announce(topics)
  }
}
