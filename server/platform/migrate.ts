import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'

/** Any number, as long as nothing else in this database locks it. */
const MIGRATION_LOCK = 7_265_741

/** Brings the database to this version. Several processes may start together: one works, the others wait. */
export async function migrate(url: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    await applyMigrations(drizzle(client), { migrationsFolder: migrationsFolder() })
  } finally {
    await client.end()
  }
}

/** Beside the bundle in production, beside this folder in the sources. */
function migrationsFolder() {
  const candidates = ['./migrations', '../migrations'].map((path) =>
    fileURLToPath(new URL(path, import.meta.url)),
  )
  const found = candidates.find((path) => existsSync(path))
  if (!found) throw new Error(`No migrations found in ${candidates.join(' or ')}`)
  return found
}
