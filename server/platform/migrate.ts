import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** Any number, as long as nothing else in this database locks it. */
const MIGRATION_LOCK = 7_265_741
const OLDEST_VERSION = 15

type Options = {
  /** An earlier version, after so many migrations. */
  upTo?: number
  /** Called before the tables of an earlier version are changed; if it fails, they are not. */
  beforeUpgrade?: () => Promise<void>
}

/**
 * Brings the database to this version in one transaction. When several processes start together, one migrates and
 * the others wait. A failure is an Error whose message is one line for the owner.
 */
export async function migrate(
  url: string,
  { upTo = countMigrations(), beforeUpgrade }: Options = {},
) {
  let refusal: unknown
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseOldVersion(client)
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    if (beforeUpgrade && (await isEarlierVersion(client, upTo)))
      await beforeUpgrade().catch((error) => {
        refusal = error
        throw error
      })
    await withMigrations(upTo, (folder) =>
      applyMigrations(drizzle(client), { migrationsFolder: folder }),
    )
  } catch (error) {
    if (refusal) throw refusal
    throw new Error(explain(error as Failure, client), { cause: error })
  } finally {
    await client.end().catch(() => {})
  }
}

/** A new database has no migrations yet, and nothing to lose. */
async function isEarlierVersion(client: pg.Client, upTo: number): Promise<boolean> {
  const { rows } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as has",
  )
  if (!rows[0].has) return false
  const applied = await client.query('select count(*)::int as n from drizzle.__drizzle_migrations')
  return applied.rows[0].n > 0 && applied.rows[0].n < upTo
}

const journalFile = (folder: string) => join(folder, 'meta/_journal.json')
const readJournal = (folder: string): { entries: unknown[] } =>
  JSON.parse(readFileSync(journalFile(folder), 'utf8'))

export const countMigrations = () => readJournal(migrationsFolder()).entries.length

/** Drizzle applies all migrations that the journal of a folder names. */
async function withMigrations(count: number, apply: (folder: string) => Promise<void>) {
  const all = migrationsFolder()
  const journal = readJournal(all)
  if (count >= journal.entries.length) return apply(all)
  const folder = mkdtempSync(join(tmpdir(), 'petal-migrations-'))
  try {
    cpSync(all, folder, { recursive: true })
    const entries = journal.entries.slice(0, count)
    writeFileSync(journalFile(folder), JSON.stringify({ ...journal, entries }))
    await apply(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function refuseOldVersion(client: pg.Client) {
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

/** Drizzle does not say which migration a failed statement belongs to. */
function migrationWith(statement: string): string | undefined {
  const folder = migrationsFolder()
  const files = readdirSync(folder).filter((file) => file.endsWith('.sql'))
  const found = files.find((file) =>
    readFileSync(join(folder, file), 'utf8').includes(statement.trim()),
  )
  return found?.replace('.sql', '')
}

/** The statements of a migration, such as the first texts of a shop. */
export const readMigration = (name: string): string[] =>
  readFileSync(join(migrationsFolder(), `${name}.sql`), 'utf8').split('--> statement-breakpoint')

/** Beside the bundle in production, beside this folder in the sources. */
function migrationsFolder() {
  const candidates = ['./migrations', '../migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error(`No migrations found in ${candidates.join(' or ')}`)
  return found
}
