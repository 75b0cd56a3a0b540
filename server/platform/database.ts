import { createHash } from 'node:crypto'
import type { SQL } from 'drizzle-orm'
import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import { type PgDatabase, PgDialect } from 'drizzle-orm/pg-core'
import { isLostConnection } from './database-client.ts'
import { DatabasePool } from './database-pool.ts'

/** A connection or a transaction: use cases take either. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Database = ReturnType<typeof connectDatabase>

type ConnectOptions = {
  max?: number
  onError?: (error: Error) => void
  application_name?: string
  /** For tests: how long a connection may be silent. */
  silenceMs?: number
}

export function connectDatabase(
  url: string,
  { max = 10, onError = () => {}, ...more }: ConnectOptions = {},
) {
  const pool = new DatabasePool(url, { max, onError, ...more })
  const db: Db = drizzle(pool)
  return { db, pool, url, close: () => pool.end() }
}

const dialect = new PgDialect()

/**
 * A statement that runs hundreds of times a second and takes longer to write and to plan than to run: its text is made
 * once, and each connection plans it once. Its values are placeholders.
 */
export function prepareStatement<Row>(statement: SQL) {
  const query = dialect.sqlToQuery(statement)
  const name = createHash('sha256').update(query.sql).digest('base64url')
  return async (db: Db, values: Record<string, unknown>): Promise<Row[]> => {
    const prepared = db._.session.prepareQuery(query, undefined, name, false)
    const { rows } = (await prepared.execute(values)) as { rows: Row[] }
    return rows
  }
}

/**
 * SQLSTATE classes and codes that mean: the server is away, starting, stopping, or has no connection, disk or memory
 * left.
 */
const UNAVAILABLE_STATE = /^(08|53[123]00|57P0[1-5]|58030)/
const UNAVAILABLE_TEXT =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/

/** Whether a query failed because the database could not be reached, not because of what was asked. */
export function isDatabaseUnavailable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code } = cause as { code?: unknown }
    if (isLostConnection(cause) || UNAVAILABLE_TEXT.test(cause.message)) return true
    if (typeof code === 'string' && UNAVAILABLE_STATE.test(code)) return true
  }
  return false
}

/** Whether a write failed because another transaction had stored the same value in this unique index first. */
export const isDuplicate = (error: unknown, uniqueIndex: string) =>
  violates(error, '23505', uniqueIndex)

/** Whether a write failed because the row that it names is gone, or the row that it deletes is named by others. */
export const breaksReference = (error: unknown, foreignKey: string) =>
  violates(error, '23503', foreignKey)

/** Whether a statement waited longer for a lock than `lock_timeout` allows. */
export const isLockTimeout = (error: unknown) => hasState(error, '55P03')

const violates = (error: unknown, state: string, constraintName: string) =>
  hasState(error, state, (cause) => cause.constraint === constraintName)

function hasState(
  error: unknown,
  state: string,
  matches = (_: { constraint?: unknown }) => true,
): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const found = cause as { code?: unknown; constraint?: unknown }
    if (found.code === state && matches(found)) return true
  }
  return false
}
