import { drizzle, type NodePgQueryResultHKT } from 'drizzle-orm/node-postgres'
import type { PgDatabase } from 'drizzle-orm/pg-core'
import pg from 'pg'

/** A connection or a transaction: use cases take either. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>

export type Database = ReturnType<typeof connectDatabase>

export function connectDatabase(url: string, { max = 10, onError = (_: Error) => {} } = {}) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 30_000,
    // A statement or a forgotten transaction that runs this long is a bug; it must not hold locks for ever.
    options:
      '-c statement_timeout=30000 -c idle_in_transaction_session_timeout=30000 -c lock_timeout=10000',
  })
  // Without a listener an idle connection that the server closes would end the process.
  pool.on('error', onError)
  const db: Db = drizzle(pool)
  return { db, pool, url, close: () => pool.end() }
}
