import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import type pg from 'pg'
import { withLock } from './advisory-lock.ts'
import { openClient } from './database-client.ts'
import { applyFunctions } from './database-functions.ts'
import { NEWER, versionOf } from './database-version.ts'
import { Refusal } from './describe-failure.ts'
import { countMigrations, migrationWith, withMigrations } from './migrations.ts'
import { refuseTransactionPooling } from './pooler.ts'

/** Long enough for the backup before an upgrade, which is made meanwhile. */
const MIGRATION_LOCK = { key: 7_265_741, doing: 'changing this database', longestMs: 600_000 }
const OLDEST_VERSION = 15

type Options = {
  /** An earlier version, after so many migrations. */
  upTo?: number
  /** Called before the tables of an earlier version are changed; if it fails, they are not. */
  beforeUpgrade?: () => Promise<void>
  /** How to get back to this version, when a newer one has changed the tables. */
  adviseRollback?: () => Promise<string>
  /** Called instead of a refusal: a newer version, which was to take over, has left its tables behind. */
  onNewer?: (() => void) | undefined
  /** Called with a line for the owner when another process has to finish first. */
  onWait?: (line: string) => void
  longestWaitMs?: number
}

/**
 * Brings the database to this version: its tables in one transaction, then its functions in another. When several processes start together, one migrates and
 * the others wait. A failure is an Error whose message is one line for the owner.
 */
export async function migrate(url: string, options: Options = {}) {
  const { onWait, longestWaitMs = MIGRATION_LOCK.longestMs } = options
  const client = openClient(url)
  try {
    await client.connect()
    await refuseOldServer(client)
    await refuseTransactionPooling(url)
    const lock = { ...MIGRATION_LOCK, onWait, longestMs: longestWaitMs }
    await withLock(url, lock, () => bringUpToDate(client, options))
  } catch (error) {
    const message = error instanceof Refusal ? error.message : explain(error as Failure, client)
    throw new Error(message, { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

async function bringUpToDate(client: pg.Client, options: Options) {
  const { upTo = countMigrations(), beforeUpgrade } = options
  const version = await versionOf(client, upTo)
  if (version === 'newer' && options.onNewer) return options.onNewer()
  if (version === 'newer') throw new Refusal(await describeNewer(options))
  if (version === 'earlier')
    await beforeUpgrade?.().catch((error) => {
      throw new Refusal(error.message, { cause: error })
    })
  await withMigrations(upTo, (folder) =>
    applyMigrations(drizzle(client), { migrationsFolder: folder }),
  )
  // The functions of an earlier version are not known here; its own start applies them.
  if (upTo === countMigrations()) await applyFunctions(client)
}

const describeNewer = async ({ adviseRollback }: Options) =>
  `${NEWER} This version would fail on it, so it does not open. Start the newer version again. ` +
  ((await adviseRollback?.()) ?? 'To go back, restore the backup from before the upgrade.')

async function refuseOldServer(client: pg.Client) {
  const { rows } = await client.query<{ version: string; number: number }>(
    "select current_setting('server_version') as version, current_setting('server_version_num')::int as number",
  )
  const [found] = rows
  if (found && found.number >= OLDEST_VERSION * 10_000) return
  throw new Error(`it is version ${found?.version}, and Petal needs ${OLDEST_VERSION} or newer`)
}

/** Drizzle wraps an error of PostgreSQL and adds the whole statement to its message. */
type Failure = Error & { code?: string; query?: string; cause?: Error & { code?: string } }

function explain(error: Failure, client: pg.Client): string {
  const { code, message } = error.cause?.code ? error.cause : error
  const reason = message.split('\n')[0]
  const { host, port, user = '', database = '' } = client
  switch (code) {
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EHOSTUNREACH':
    case 'ETIMEDOUT':
    case 'ENOENT':
      return `PostgreSQL does not answer at ${host}:${port} (${code}). Is it running, and is DATABASE_URL right?`
    case '08P01':
      return `The connection pooler of DATABASE_URL refuses: ${reason}. See "For real" in docs/operating.md.`
    case '28P01':
    case '28000':
      return `PostgreSQL refuses the user of DATABASE_URL: ${reason}. Check user and password.`
    case '3D000':
      return `The database "${database}" of DATABASE_URL does not exist. Create it: createdb --owner=${user} ${database}`
    case '42501':
      return `The user "${user}" may not change the database "${database}": ${reason}. Make it the owner: alter database "${database}" owner to "${user}"`
    case '0A000':
    case '58P01':
      return `PostgreSQL lacks an extension: ${reason}. Install the contrib package of your PostgreSQL (unaccent, pg_trgm), then start again.`
  }
  const name = error.query && migrationWith(error.query)
  return name
    ? `The migration ${name} failed: ${reason}. The database is unchanged. Start the earlier version of Petal again, or remove the cause and start this one again.`
    : `The database of DATABASE_URL cannot be used: ${reason}`
}
