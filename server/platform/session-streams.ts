import type { Db } from './database.ts'
import type { EventStream } from './event-stream.ts'
import type { Session } from './rpc.ts'
import { type Signals, sendSignal } from './signals.ts'

/** Sent by triggers: the ids of sessions that were deleted, or of people who lost a role. Without ids: anybody's. */
const ACCESS_ENDED = 'access-ended'
type AccessEnded = { ids?: string[] }

/** For a transaction that replaces accounts without triggers: every process looks which of its streams may stay. */
export const checkSessionStreams = (tx: Db) => sendSignal(tx, ACCESS_ENDED, {})

type SessionStream = {
  stream: EventStream<unknown>
  session: Session
  /** Reads the session and its rights anew. */
  isAllowed: () => Promise<boolean>
}

/** The streams of this process that depend on a session: when it ends, or a right of its owner, so do they. */
export function createSessionStreams(signals: Signals) {
  const streams = new Set<SessionStream>()

  async function check({ stream, isAllowed }: SessionStream) {
    if (!(await isAllowed().catch(() => false))) stream.end()
  }
  const checkAll = () => {
    for (const one of streams) void check(one)
  }
  signals.on(ACCESS_ENDED, (data) => {
    const { ids } = data as AccessEnded
    if (!ids) return checkAll()
    for (const { stream, session } of streams) {
      if (ids.includes(session.session_id) || ids.includes(session.profile.id)) stream.end()
    }
  })
  signals.onGap(checkAll)

  return {
    /** Listens first and reads then: a session that ended since the request began is noticed by one of the two. */
    async add(one: SessionStream) {
      streams.add(one)
      one.stream.onClose(() => streams.delete(one))
      await check(one)
    },
  }
}
