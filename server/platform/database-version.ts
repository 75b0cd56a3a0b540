import type pg from 'pg'
import { openClient } from './database-client.ts'
import { commandFor } from './installation.ts'
import { newestMigration } from './migrations.ts'

/** `empty`: no version of Petal has been started on it. */
type DatabaseVersion = 'empty' | 'earlier' | 'current' | 'newer'

/** How far a database is migrated, compared with this version or with its first `count` migrations. */
export async function versionOf(client: pg.Client, count?: number): Promise<DatabaseVersion> {
  const { rows } = await client.query(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as is_there",
  )
  if (!rows[0].is_there) return 'empty'
  const applied = await client.query(
    'select max(created_at)::float8 as newest from drizzle.__drizzle_migrations',
  )
  const { newest } = applied.rows[0]
  if (newest === null) return 'empty'
  if (newest > newestMigration()) return 'newer'
  return newest < newestMigration(count) ? 'earlier' : 'current'
}

export const NO_SHOP = `There is no shop in this database yet. The first ${commandFor('start')} creates it.`
export const NEWER = 'This database was upgraded by a newer version of Petal.'
const EARLIER = `This database is of an earlier version of Petal. ${commandFor('start')} backs it up and brings it up to date.`

/** For programs that read tables as this version has them. */
export async function assertCurrentVersion(url: string) {
  const client = openClient(url)
  await client.connect()
  const version = await versionOf(client).finally(() => client.end())
  if (version === 'empty') throw new Error(NO_SHOP)
  if (version === 'earlier') throw new Error(EARLIER)
  if (version === 'newer') throw new Error(`${NEWER} Use that version.`)
}
