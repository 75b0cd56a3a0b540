import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { openClient } from '#server/platform/database-client.ts'

/** Any number, as long as nothing else in this database locks it. */
const RESTORE_LOCK = 7_265_745

/** Another process restores or tests at this moment. */
export class RestoreRunning extends Error {
  constructor() {
    super('A restore is running already.')
  }
}

/** One restore at a time in all processes. It ends with the process, so one that was killed is known to be over. */
export async function withRestoreLock<Result>(url: string, work: () => Promise<Result>) {
  const client = openClient(url)
  await client.connect()
  try {
    await client.query('set idle_session_timeout = 0')
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [RESTORE_LOCK])
    if (!rows[0].locked) throw new RestoreRunning()
    return await work()
  } finally {
    await client.end()
  }
}

export async function isRestoring(db: Db): Promise<boolean> {
  // Given back at the end of the statement.
  const { rows } = await db.execute<{ free: boolean }>(
    sql`select pg_try_advisory_xact_lock(${RESTORE_LOCK}) as free`,
  )
  return !rows[0]?.free
}
