import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Backup, BackupKind } from '#contract/backups.ts'
import { openClient } from '#server/platform/database-client.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import { freeBytes } from '#server/platform/machine.ts'
import { backupName, prepareFolder, prune } from './backup-folder.ts'
import { createBackup } from './create-backup.ts'
import { STORED_FILES } from './format.ts'

/** Any number, as long as nothing else in this database locks it. */
const BACKUP_LOCK = 7_265_744
const MEGABYTE = 1024 * 1024
/** What the database may write meanwhile. */
const SPARE_BYTES = 100 * MEGABYTE

export type BackupSource = {
  databaseUrl: string
  files: FileStorage
  encryptionKey: string
  folder: string
  progress?: (line: string) => void
  now?: () => Date
  /** Free bytes of the disk. */
  free?: (folder: string) => Promise<number>
}

/** Another process writes one at this moment. */
export class BackupRunning extends Error {
  constructor() {
    super('A backup is already being written.')
  }
}

/**
 * Writes a backup into the folder, one at a time in all processes, then deletes old ones. The outcome is recorded,
 * so that the dashboard can warn.
 */
export async function takeBackup(source: BackupSource, kind: BackupKind): Promise<Backup> {
  const { now = () => new Date() } = source
  const client = openClient(source.databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query('select pg_try_advisory_lock($1) as locked', [BACKUP_LOCK])
    if (!rows[0].locked) throw new BackupRunning()
    const backup = await write(client, source, backupName(now(), kind), kind)
    await record(client, kind, now(), null)
    await prune(source.folder, await numberToKeep(client))
    return backup
  } catch (error) {
    if (!(error instanceof BackupRunning))
      await record(client, kind, now(), (error as Error).message).catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

async function write(
  client: pg.Client,
  source: BackupSource,
  name: string,
  kind: BackupKind,
): Promise<Backup> {
  const { folder, progress = () => {}, free = freeBytes } = source
  await prepareFolder(folder)
  await refuseFullDisk(await bytesNeeded(client), await free(folder))
  const file = join(folder, name)
  const { missing, created_at } = await createBackup({ ...source, progress }, file)
  if (missing.length > 0) progress(`Missing in the storage: ${missing.join(', ')}`)
  return { name, kind, created_at, bytes: (await stat(file)).size }
}

/** More than the archive will have: it is compressed and has no indexes. A table is spooled beside it. */
async function bytesNeeded(client: pg.Client): Promise<number> {
  const { rows } = await client.query(`
    select pg_database_size(current_database())::float8
      + (select coalesce(sum(bytes), 0)::float8 from ${STORED_FILES}) as bytes`)
  return rows[0].bytes
}

async function refuseFullDisk(needed: number, free: number) {
  const missing = needed + SPARE_BYTES - free
  if (missing <= 0) return
  throw new Error(
    `The disk has ${megabytes(free)} free, and the backup may need ${megabytes(needed + SPARE_BYTES)}. Delete old backups or make room.`,
  )
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / MEGABYTE)} MB`

/** Before an upgrade the table may not exist yet. */
async function hasSettings(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    "select to_regclass('public.backup_settings') is not null as has",
  )
  return rows[0].has
}

async function numberToKeep(client: pg.Client): Promise<number> {
  if (!(await hasSettings(client))) return DEFAULT_KEEP
  const { rows } = await client.query('select keep from backup_settings')
  return rows[0]?.keep ?? DEFAULT_KEEP
}

const DEFAULT_KEEP = 7

async function record(client: pg.Client, kind: BackupKind, at: Date, failure: string | null) {
  if (!(await hasSettings(client))) return
  await client.query('insert into backup_settings default values on conflict do nothing')
  const time = at.toISOString()
  if (failure === null)
    await client.query(
      `update backup_settings set last_backup_at = $1, failed_at = null, failure = null,
         last_daily_at = case when $2 then $1 else last_daily_at end`,
      [time, kind === 'daily'],
    )
  else
    await client.query('update backup_settings set failed_at = $1, failure = $2', [time, failure])
  await client.query("select pg_notify('admin_changed', 'backups')")
}
