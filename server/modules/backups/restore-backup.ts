import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import PgBoss from 'pg-boss'
import { from as copyFrom } from 'pg-copy-streams'
import { openClient } from '#server/platform/database-client.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import { migrate } from '#server/platform/migrate.ts'
import { forgetRenditions, isStoredName, typeOf } from '../media/index.ts'
import { columnList, JOB_COLUMNS, JOBS, type Manifest, quoted, tableEntry } from './format.ts'
import type { Progress } from './progress.ts'
import { type BackupFile, readBackup } from './read-backup.ts'

type Target = {
  databaseUrl: string
  files: FileStorage
  /** Refuses a key that this shop can not use. */
  acceptEncryptionKey: (key: string) => void
  progress: Progress
  /** False leaves the tables of the version that made the backup, for going back to it. */
  upgrade?: boolean
}

/**
 * Puts a backup into an empty shop: all rows in one transaction, so that a failure leaves the shop empty. A backup of
 * an earlier version is loaded into the tables of that version, which are then migrated.
 */
export async function restoreBackup(target: Target, file: BackupFile): Promise<Manifest> {
  const { databaseUrl, progress } = target
  const client = openClient(databaseUrl)
  await client.connect()
  try {
    await refuseUsedShop(client)
    let filesRead = 0
    const manifest = await readBackup(file, {
      async manifest(found) {
        target.acceptEncryptionKey(found.encryption_key)
        await prepareTables(client, databaseUrl, found)
        await client.query('begin')
        await emptyTables(client, found)
      },
      async table(found, name, content) {
        progress(`Tables: ${name}`)
        await pipeline(content, client.query(copyFrom(copyStatement(found, name))))
      },
      async file(name, content) {
        progress(`Files: ${filesRead++}`)
        await restoreFile(target.files, name, content)
      },
    })
    await finish(client, manifest)
    await client.query('commit')
    if (target.upgrade !== false) await migrate(databaseUrl)
    return manifest
  } finally {
    await client.end()
  }
}

async function refuseUsedShop(client: pg.Client) {
  const foreign = await client.query(`
    select from pg_tables where schemaname = 'public' and to_regclass('drizzle.__drizzle_migrations') is null`)
  if (foreign.rowCount)
    throw new Error('The database has tables of another program. Restore into an empty one.')
  for (const table of ['profiles', 'products', 'orders']) {
    const exists = await client.query('select to_regclass($1) is not null as is', [
      `public.${table}`,
    ])
    if (!exists.rows[0].is) continue
    const { rows } = await client.query(`select exists (select from public.${table}) as is`)
    if (rows[0].is)
      throw new Error(
        `This shop is not empty: it has ${table}. Restore into an empty one: another DATA_DIR, or an empty database in DATABASE_URL.`,
      )
  }
}

/** The tables of the version that made the backup, empty; and the queues of its jobs. */
async function prepareTables(client: pg.Client, url: string, { migrations, queues }: Manifest) {
  // An empty shop loses nothing, and its tables may be of another version.
  await client.query('drop schema if exists drizzle, pgboss cascade')
  await client.query('drop schema public cascade; create schema public')
  await migrate(url, { upTo: migrations })
  if (queues.length === 0) return
  const boss = new PgBoss({ connectionString: url, max: 1 })
  await boss.start()
  try {
    for (const queue of queues)
      await boss.createQueue(queue.name, {
        name: queue.name,
        policy: queue.policy,
        ...(queue.retry_limit !== null && { retryLimit: queue.retry_limit }),
        ...(queue.retry_delay !== null && { retryDelay: queue.retry_delay }),
        ...(queue.retry_backoff !== null && { retryBackoff: queue.retry_backoff }),
        ...(queue.expire_seconds !== null && { expireInSeconds: queue.expire_seconds }),
      })
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * Rows are loaded table by table and as they were: without triggers, which would change them, and without foreign
 * keys, which would ask for an order of the tables. Both come back before the commit.
 */
export async function emptyTables(client: pg.Client, { tables }: Manifest) {
  await client.query(`
    create temp table dropped_keys on commit drop as
    select conrelid::regclass::text as on_table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`)
  await client.query(`do $$ declare key record; begin
    for key in select * from dropped_keys loop
      execute format('alter table %s drop constraint %s', key.on_table, key.name);
    end loop; end $$`)
  for (const { name } of tables) {
    await client.query(`alter table public.${quoted(name)} disable trigger user`)
    await client.query(`delete from public.${quoted(name)}`)
  }
}

/** Puts back what `emptyTables` dropped. */
export async function finish(client: pg.Client, { tables, sequences }: Manifest) {
  await client.query(`do $$ declare key record; begin
    for key in select * from dropped_keys loop
      execute format('alter table %s add constraint %s %s', key.on_table, key.name, key.definition);
    end loop; end $$`)
  for (const { name } of tables)
    await client.query(`alter table public.${quoted(name)} enable trigger user`)
  for (const { name, last_value } of sequences)
    await client.query('select setval($1, $2)', [`public.${quoted(name)}`, last_value])
  // The renditions of pictures are not in a backup; the next start draws them. The first versions did not store the time.
  const pictures = tables.find(({ name }) => name === 'media_files')
  if (pictures?.columns.includes('variants_at')) await forgetRenditions(client)
}

export function copyStatement({ tables }: Manifest, entry: string) {
  if (entry === JOBS) return `copy pgboss.job (${JOB_COLUMNS}) from stdin`
  const table = tables.find(({ name }) => tableEntry(name) === entry)
  if (!table) throw new Error(`The backup has an unknown part: ${entry}`)
  return `copy public.${quoted(table.name)} (${columnList(table.columns)}) from stdin`
}

/** False when the file was there already. */
export async function restoreFile(files: FileStorage, name: string, content: Readable) {
  if (!isStoredName(name)) throw new Error(`The backup has a file with a strange name: ${name}`)
  const folder = await mkdtemp(join(tmpdir(), 'petal-restore-'))
  try {
    const draft = join(folder, 'file')
    await pipeline(content, createWriteStream(draft))
    return await files.put(name, draft, typeOf(name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
