import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openClient } from '#server/platform/database-client.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import { countMigrations } from '#server/platform/migrations.ts'
import { JOB_COLUMNS, JOBS, type Manifest, quoted, tableEntry } from './format.ts'
import { type BackupFile, readBackup, readManifestOf, skip } from './read-backup.ts'
import { copyStatement, emptyTables, finish, restoreFile } from './restore-backup.ts'

/** How backups are made, and how the last ones went, is no part of the shop. */
const STAY = ['backup_settings', 'backup_copies', 'backup_problems', 'restores']
const stays = (entry: string) => STAY.some((name) => tableEntry(name) === entry)

type Target = {
  databaseUrl: string
  files: FileStorage
  /** In the transaction, when nothing else can write any more; what it throws leaves the shop as it is. */
  check: (client: pg.Client) => Promise<void>
  /** In the transaction, after the old rows are back. */
  finish: (client: pg.Client) => Promise<void>
  /** Whether the jobs that wait are those of the backup, too; otherwise those in the queue stay. */
  with_jobs?: boolean
}

/**
 * Replaces a running shop by a backup of the same version, in one transaction: visitors wait for a moment, and see
 * the shop before or after it. The files come first, so that this moment is short. Jobs in the queue stay.
 */
export async function replaceShop(target: Target & { encryptionKey: string }, file: string) {
  refuseOther(await readManifestOf(file), target.encryptionKey)
  await withFiles(target.files, file, async () => {
    await replaceTables(target, file)
  })
}

/** Stores the files of a backup, then works; if that fails, the files that were not there before go again. */
export async function withFiles<Result>(
  files: FileStorage,
  backup: BackupFile,
  work: () => Promise<Result>,
): Promise<Result> {
  const added: string[] = []
  try {
    await readBackup(backup, {
      file: async (name, content) => {
        if (await restoreFile(files, name, content)) added.push(name)
      },
    })
    return await work()
  } catch (error) {
    await files.remove(added)
    throw error
  }
}

function refuseOther({ migrations, encryption_key }: Manifest, encryptionKey: string) {
  if (migrations !== countMigrations())
    throw new Error('The shop was upgraded since this backup. Restore it into an empty shop.')
  if (encryption_key !== encryptionKey)
    throw new Error(
      'The backup was made with another encryption key. Restore it into an empty shop.',
    )
}

/** All rows, in one transaction: somebody who looks sees the shop before or after it. */
export async function replaceTables(target: Omit<Target, 'files'>, file: string) {
  const manifest = await readManifestOf(file)
  const tables = manifest.tables.filter(({ name }) => !STAY.includes(name))
  const client = openClient(target.databaseUrl)
  await client.connect()
  try {
    await client.query(`begin; set local lock_timeout = '10s'`)
    const names = tables.map(({ name }) => `public.${quoted(name)}`)
    await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
    await target.check(client)
    await emptyTables(client, { ...manifest, tables })
    await readBackup(file, {
      table: (found, name, content) => {
        if (name === JOBS) return target.with_jobs ? replaceJobs(client, content) : skip(content)
        if (stays(name)) return skip(content)
        return pipeline(content, client.query(copyFrom(copyStatement(found, name))))
      },
    })
    await finish(client, { ...manifest, tables })
    await target.finish(client)
    await client.query("select pg_notify('shop_changed', 'all')")
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Those of queues that this version no longer has are left out. */
async function replaceJobs(client: pg.Client, content: Readable) {
  await client.query(`
    create temp table restored_jobs on commit drop as
    select ${JOB_COLUMNS} from pgboss.job with no data`)
  await pipeline(content, client.query(copyFrom(`copy restored_jobs (${JOB_COLUMNS}) from stdin`)))
  await client.query("delete from pgboss.job where state in ('created', 'retry', 'active')")
  await client.query(`
    insert into pgboss.job (${JOB_COLUMNS})
    select ${JOB_COLUMNS} from restored_jobs where name in (select name from pgboss.queue)
    on conflict do nothing`)
}
