import type pg from 'pg'
import { isLockTimeout } from './database.ts'
import { openClient } from './database-client.ts'
import { Refusal } from './describe-failure.ts'

type Lock = {
  /** Any number that nothing else in this database locks. */
  key: number
  /** What its holder does, such as "changing this database". */
  doing: string
  longestMs: number
  onWait?: ((line: string) => void) | undefined
}

/**
 * Does the work in one process at a time. The lock belongs to a transaction, so it ends with the connection, and no
 * pooler can hand it on with a session.
 */
export async function withLock<T>(url: string, lock: Lock, work: () => Promise<T>): Promise<T> {
  const client = openClient(url)
  await client.connect()
  try {
    // The work may take longer than a server lets a transaction wait.
    await client.query(
      'begin; set local idle_in_transaction_session_timeout = 0; set local statement_timeout = 0',
    )
    await take(client, lock)
    return await work()
  } finally {
    await client.query('rollback').catch(() => {})
    await client.end().catch(() => {})
  }
}

async function take(client: pg.Client, { key, doing, longestMs, onWait }: Lock) {
  const tried = await client.query('select pg_try_advisory_xact_lock($1) as taken', [key])
  if (tried.rows[0].taken) return
  const minutes = Math.ceil(longestMs / 60_000)
  const atMost = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
  const { pid, since } = await findHolder(client, key)
  onWait?.(
    `Another process is ${doing} (PostgreSQL process ${pid}, connected since ${since}). Waiting for it, at most ${atMost} …`,
  )
  try {
    await client.query(`set local lock_timeout = ${longestMs}`)
    await client.query('select pg_advisory_xact_lock($1)', [key])
  } catch (error) {
    if (!isLockTimeout(error)) throw error
    await client.query('rollback')
    const holder = await findHolder(client, key)
    throw new Refusal(
      `Another process has been ${doing} for more than ${atMost} (PostgreSQL process ${holder.pid}, connected since ${holder.since}). ` +
        `If that is a leftover, end it: select pg_terminate_backend(${holder.pid}). Then start again.`,
    )
  }
}

/** It may have ended meanwhile. */
async function findHolder(client: pg.Client, key: number) {
  const { rows } = await client.query<{ pid: number; since: Date }>(
    `select pid, backend_start as since from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and classid = 0 and objid = $1 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    [key],
  )
  const [holder] = rows
  return { pid: holder?.pid ?? 0, since: holder?.since.toISOString() ?? 'a moment ago' }
}
