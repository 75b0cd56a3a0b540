import type pg from 'pg'
import { openClient } from './database-client.ts'
import { Refusal } from './describe-failure.ts'

/** A pooler may give the connections in turns, so one look is not enough. */
const ROUNDS = 3

/**
 * A pooler in transaction mode gives each transaction another session: LISTEN is not heard, settings and locks of a
 * session reach somebody else. Nothing fails at once, so the shop must not start.
 */
export async function refuseTransactionPooling(url: string) {
  const [one, other] = [openClient(url), openClient(url)]
  try {
    await one.connect()
    await other.connect()
    const own = await sessionOf(one)
    for (let round = 0; round < ROUNDS; round++) {
      // It takes the session that was free last, which is the one that `one` has just used.
      await other.query('begin')
      const meanwhile = await sessionOf(one)
      await other.query('rollback')
      if (meanwhile !== own || (await sessionOf(one)) !== own)
        throw new Refusal(
          'DATABASE_URL leads to a connection pooler in transaction mode, where the shop would not hear of changes. ' +
            'Set it to session mode (PgBouncer: pool_mode = session), or name PostgreSQL itself.',
        )
    }
  } finally {
    await Promise.all([one, other].map((client) => client.end().catch(() => {})))
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select pg_backend_pid() as pid')
  return rows[0].pid
}
