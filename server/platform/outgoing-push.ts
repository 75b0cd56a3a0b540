import type { Db } from './database.ts'
import type { Jobs } from './jobs.ts'

export const SEND_PUSH = 'send-push'

/** What the transaction notes for devices of the team is sent when it commits, not at the next minute. */
export const queuePush = (jobs: Jobs, tx: Db) => jobs.enqueue(tx, SEND_PUSH, {})
