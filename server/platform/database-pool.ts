import pg from 'pg'
import { connectionOptions, markLost } from './database-client.ts'

/**
 * A statement or a forgotten transaction that runs this long is a bug; it must not hold locks for ever. Set in each
 * session: poolers such as PgBouncer refuse them as parameters of the connection.
 */
const SESSION = `
  set statement_timeout = 30000; set idle_in_transaction_session_timeout = 30000; set lock_timeout = 10000`
/** Longer than PostgreSQL lets a statement or an idle transaction be, and than a connection is idle in the pool. */
const SILENCE_MS = 35_000
const IDLE_MS = 30_000

type Options = {
  max: number
  onError: (error: Error) => void
  application_name?: string | undefined
  silenceMs?: number | undefined
}

/** The connections of one process. One that is lost or does not answer fails its query and is replaced. */
export class DatabasePool extends pg.Pool {
  constructor(url: string, { max, onError, application_name, silenceMs = SILENCE_MS }: Options) {
    super({
      ...connectionOptions(url, { silenceMs, application_name }),
      max,
      idleTimeoutMillis: IDLE_MS,
      onConnect: (client) => client.query(SESSION),
    })
    // An error event without a listener ends the process. The pool reports idle connections; one that is lost
    // while it is in use reports by itself, beside the query that fails.
    this.on('error', onError)
    this.on('connect', (client) => client.on('error', markLost).on('error', onError))
  }

  override connect(): Promise<pg.PoolClient>
  override connect(callback: Parameters<pg.Pool['connect']>[0]): void
  override connect(callback?: Parameters<pg.Pool['connect']>[0]) {
    if (callback) return super.connect(callback)
    return super.connect().then(releaseWhenLost)
  }

  /** When a connection was found dead, the idle ones may be, too. */
  async dropIdle() {
    const idle = Array.from({ length: this.idleCount }, () => super.connect())
    for (const client of await Promise.all(idle)) client.release(true)
  }
}

/** Drizzle does not release a connection on which `begin` failed: some lost ones would use up the pool for ever. */
function releaseWhenLost(client: pg.PoolClient): pg.PoolClient {
  const release = client.release.bind(client)
  let isReleased = false
  const releaseOnce = (error?: Error | boolean) => {
    if (isReleased) return
    isReleased = true
    client.off('end', onEnd)
    release(error)
  }
  const onEnd = () => releaseOnce(true)
  client.once('end', onEnd)
  client.release = releaseOnce
  return client
}
