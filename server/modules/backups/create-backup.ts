import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Pack, pack } from 'tar-stream'
import type { BackupHolds } from '#contract/restores.ts'
import { openClient } from '#server/platform/database-client.ts'
import { NO_SHOP, versionOf } from '#server/platform/database-version.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import {
  COUNTED,
  columnList,
  fileEntry,
  JOB_COLUMNS,
  JOBS,
  MANIFEST,
  type Manifest,
  newManifest,
  quoted,
  STORED_FILES,
  tableEntry,
} from './format.ts'
import type { Progress } from './progress.ts'

type Source = {
  databaseUrl: string
  files: FileStorage
  encryptionKey: string
  progress: Progress
}

/** Pictures do not get smaller; text does even with little effort. */
const GZIP = { level: 1 }

/**
 * Writes database and files into one archive while the shop runs. All tables are read in one snapshot, and the files
 * that it names after it, so that the archive holds an order whole or not at all. The file has its name only when it
 * is whole and on the disk. `missing` are the names of files that the storage lacks.
 */
export async function createBackup(
  source: Source,
  file: string,
): Promise<{ missing: string[]; created_at: string }> {
  const client = openClient(source.databaseUrl)
  const draft = `${file}.part`
  // Beside the archive: the folder for temporary files may be small, or memory.
  const folder = await mkdtemp(`${draft}-`)
  const archive = pack()
  const written = pipeline(archive, createGzip(GZIP), createWriteStream(draft, { mode: 0o600 }))
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    const manifest = await describe(client, source.encryptionKey)
    archive.entry({ name: MANIFEST, mode: 0o600 }, JSON.stringify(manifest))
    await addTables(archive, client, manifest, folder, source.progress)
    const missing = await addFiles(archive, client, source)
    archive.finalize()
    await written
    await flush(draft)
    await rename(draft, file)
    await flush(dirname(file))
    return { missing, created_at: manifest.created_at }
  } catch (error) {
    archive.destroy()
    await written.catch(() => {})
    await rm(draft, { force: true })
    throw error
  } finally {
    await client.end()
    await rm(folder, { recursive: true, force: true })
  }
}

/** After a power failure the name must not lead to half a file. */
async function flush(path: string) {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

async function describe(client: pg.Client, encryption_key: string): Promise<Manifest> {
  if ((await versionOf(client)) === 'empty') throw new Error(NO_SHOP)
  const migrations = await client.query(
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  )
  const tables = await client.query(`
    select table_name as name, array_agg(column_name::text order by ordinal_position) as columns
    from information_schema.tables join information_schema.columns using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and is_generated = 'NEVER'
    group by table_name order by table_name`)
  const sequences = await client.query(`
    select sequencename as name, last_value::text from pg_sequences
    where schemaname = 'public' and last_value is not null`)
  return newManifest({
    created_at: new Date().toISOString(),
    migrations: migrations.rows[0].count,
    encryption_key,
    ...((await hasTables(client)) && { holds: await countRows(client) }),
    tables: tables.rows,
    sequences: sequences.rows,
    queues: (await hasJobs(client))
      ? (
          await client.query(
            'select name, policy, retry_limit, retry_delay, retry_backoff, expire_seconds from pgboss.queue',
          )
        ).rows
      : [],
  })
}

/** Before an upgrade some may not exist yet. */
async function hasTables(client: pg.Client) {
  const { rows } = await client.query("select to_regclass('public.customers') is not null as has")
  return rows[0].has
}

async function countRows(client: pg.Client): Promise<BackupHolds> {
  const { rows } = await client.query(`
    select ${Object.entries(COUNTED)
      .map(([name, from]) => `(select count(*)::int from ${from}) as ${name}`)
      .join(', ')},
      (select max(created_at) from ${COUNTED.orders}) as last_order_at`)
  const [{ last_order_at, ...counts }] = rows
  return { ...counts, last_order_at: last_order_at?.toISOString() ?? null }
}

/** A shop that was never started has no queues yet. */
async function hasJobs(client: pg.Client) {
  const { rows } = await client.query("select to_regclass('pgboss.job') is not null as has")
  return rows[0].has
}

async function addTables(
  archive: Pack,
  client: pg.Client,
  { tables, queues }: Manifest,
  folder: string,
  progress: Progress,
) {
  for (const [n, { name, columns }] of tables.entries()) {
    progress(`Tables: ${n} of ${tables.length}`)
    const statement = `copy public.${quoted(name)} (${columnList(columns)}) to stdout`
    await addCopy(archive, client, tableEntry(name), statement, folder)
  }
  const waiting = `select ${JOB_COLUMNS} from pgboss.job where state in ('created', 'retry', 'active')`
  if (queues.length > 0) await addCopy(archive, client, JOBS, `copy (${waiting}) to stdout`, folder)
}

/** An archive states the length of an entry before its bytes, so they are first written to a file. */
async function addCopy(
  archive: Pack,
  client: pg.Client,
  name: string,
  statement: string,
  folder: string,
) {
  const spool = join(folder, 'table')
  await pipeline(client.query(copyTo(statement)), createWriteStream(spool))
  const { size } = await stat(spool)
  await addEntry(archive, name, size, createReadStream(spool))
}

const addEntry = (archive: Pack, name: string, size: number, content: Readable) =>
  pipeline(content, archive.entry({ name, size, mode: 0o600 }))

async function addFiles(archive: Pack, client: pg.Client, { files, progress }: Source) {
  const { rows } = await client.query<{ name: string }>(
    `select name from ${STORED_FILES} order by name`,
  )
  const missing: string[] = []
  for (const [n, { name }] of rows.entries()) {
    progress(`Files: ${n} of ${rows.length}`)
    const found = await files.open(name)
    if (found) await addEntry(archive, fileEntry(name), found.bytes, found.stream)
    else missing.push(name)
  }
  return missing
}
