import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { openClient } from '#server/platform/database-client.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import { countMigrations } from '#server/platform/migrations.ts'
import { JOBS, type Manifest, quoted, tableEntry } from './format.ts'
import { readBackup, skip } from './read-backup.ts'
import { copyStatement, emptyTables, finish, restoreFile } from './restore-backup.ts'

/** How the last backups went is no part of the shop. */
const STAYS = 'backup_settings'

type Target = {
  databaseUrl: string
  files: FileStorage
  encryptionKey: string
  /** In the transaction, when nothing else can write any more; what it throws leaves the shop as it is. */
  check: (client: pg.Client) => Promise<void>
  /** In the transaction, after the old rows are back. */
  finish: (client: pg.Client) => Promise<void>
}

/**
 * Replaces a running shop by a backup of the same version, in one transaction: visitors wait for a moment, and see
 * the shop before or after it. The files come first, so that this moment is short. Jobs in the queue stay.
 */
export async function replaceShop(target: Target, file: string): Promise<void> {
  const added: string[] = []
  try {
    const manifest = await readBackup(file, {
      manifest: async (found) => refuseOther(found, target.encryptionKey),
      file: async (name, content) => {
        if (await restoreFile(target.files, name, content)) added.push(name)
      },
    })
    await replaceTables(target, file, manifest)
  } catch (error) {
    await target.files.remove(added)
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

async function replaceTables(target: Target, file: string, manifest: Manifest) {
  const tables = manifest.tables.filter(({ name }) => name !== STAYS)
  const client = openClient(target.databaseUrl)
  await client.connect()
  try {
    await client.query(`begin; set local lock_timeout = '10s'`)
    const names = tables.map(({ name }) => `public.${quoted(name)}`)
    await client.query(`lock table ${names.join(', ')} in access exclusive mode`)
    await target.check(client)
    await emptyTables(client, { ...manifest, tables })
    await readBackup(file, {
      table: (found, name, content) =>
        name === JOBS || name === tableEntry(STAYS)
          ? skip(content)
          : pipeline(content, client.query(copyFrom(copyStatement(found, name)))),
    })
    await finish(client, { ...manifest, tables })
    await target.finish(client)
    await client.query("select pg_notify('shop_changed', 'all')")
    await client.query('commit')
  } finally {
    await client.end()
  }
}
