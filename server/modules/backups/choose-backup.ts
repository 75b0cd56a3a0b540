import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupChoice, InspectedBackup } from '#contract/restores.ts'
import { errors } from '#server/platform/errors.ts'
import { BucketError } from '#server/platform/file-storage.ts'
import { freeBytes } from '#server/platform/machine.ts'
import { countMigrations } from '#server/platform/migrations.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { commandFor } from '../../platform/installation.ts'
import { backupsFolder, findBackup, listBackups } from './backup-folder.ts'
import { openCopies, openCopyKey } from './copy-store.ts'
import type { Manifest } from './format.ts'
import { type BackupFile, readManifestFrom, readManifestOf } from './read-backup.ts'
import { dataKeyOf, readHeader, unseal, WrongPassphrase } from './seal.ts'

type Source = Pick<AppContext, 'config' | 'db'>

/** More than a header has. */
const START_BYTES = 20 * 1024
const SPARE_BYTES = 100 * 1024 * 1024

/** A backup that somebody, or the clock, chose: a copy comes with its key, which is of this copy alone. */
export type ChosenBackup = Pick<BackupChoice, 'source' | 'name'> & { data_key?: string | undefined }

/** Opens what was chosen as far as its manifest, and refuses what this shop can not restore. */
export async function chooseBackup(context: Source, choice: BackupChoice) {
  try {
    const { manifest, data_key } =
      choice.source === 'here'
        ? { manifest: await readManifestOf(findHere(context, choice.name)), data_key: undefined }
        : await openStart(context, choice)
    assertOwnKey(context, manifest.encryption_key)
    const chosen: ChosenBackup = { source: choice.source, name: choice.name, data_key }
    return { chosen, inspected: describe(manifest) }
  } catch (error) {
    throw refusalOf(error as Error)
  }
}

function describe({ created_at, migrations, holds }: Manifest): InspectedBackup {
  return { created_at, is_earlier: migrations < countMigrations(), holds: holds ?? null }
}

/** Tokens and passwords in it are encrypted with that key, and links in mails are signed with it. */
export function assertOwnKey({ config }: Pick<Source, 'config'>, key: string) {
  if (key !== config.secrets.encryption)
    throw new Error(
      `It was made by a shop with another encryption key. Restore it into an empty shop: ${commandFor('restore')}.`,
    )
}

function refusalOf(error: Error) {
  if ('code' in error && error.code === 'BACKUP_NOT_FOUND') return error
  if (error instanceof WrongPassphrase) return errors.WRONG_PASSPHRASE()
  const data = { reason: error.message }
  return error instanceof BucketError
    ? errors.BUCKET_REFUSED({ data })
    : errors.BACKUP_UNREADABLE({ data })
}

function findHere({ config }: Pick<Source, 'config'>, name: string) {
  const file = findBackup(backupsFolder(config.dataDir), name)
  if (!file) throw errors.BACKUP_NOT_FOUND()
  return file
}

/** The passphrase is tried on the first bytes, and no more of the copy is read than its manifest. */
async function openStart(context: Source, { name, passphrase }: BackupChoice) {
  const { stream } = await openInBucket(context, name)
  try {
    const content = stream[Symbol.asyncIterator]()
    const start = await readStart(content)
    const header = readHeader(start)
    const key = await dataKeyOf(header, passphrase)
    const sealed = Readable.from(rest(start.subarray(header.length), content))
    const opened = unseal(header, key)
    sealed.once('error', (error) => opened.destroy(error))
    const manifest = await readManifestFrom(sealed.pipe(opened))
    return { manifest, data_key: key.toString('base64url') }
  } finally {
    stream.destroy()
  }
}

async function readStart(content: AsyncIterator<Buffer>) {
  let start = Buffer.alloc(0)
  while (start.length < START_BYTES) {
    const { done, value } = await content.next()
    if (done) break
    start = Buffer.concat([start, value])
  }
  return start
}

async function* rest(start: Buffer, content: AsyncIterator<Buffer>) {
  yield start
  for (let next = await content.next(); !next.done; next = await content.next()) yield next.value
}

async function openInBucket(context: Source, name: string) {
  const { bucket } = await openCopies(context)
  const found = await bucket?.open(name)
  if (!found) throw errors.BACKUP_NOT_FOUND()
  return found
}

/** The file to restore from. A copy is stored in the folder as it is: encrypted. */
export async function fetchBackup(
  context: Source,
  { source, name, data_key }: ChosenBackup,
  folder: string,
): Promise<BackupFile> {
  if (source === 'here') return findHere(context, name)
  const { stream, bytes } = await openInBucket(context, name)
  const free = await freeBytes(folder)
  if (free < bytes + SPARE_BYTES) {
    stream.destroy()
    throw new Error('The disk has no room for the copy. Delete old backups or make room.')
  }
  const file = join(folder, 'copy')
  await pipeline(stream, createWriteStream(file, { mode: 0o600 }))
  return { file, data_key: Buffer.from(data_key ?? '', 'base64url') }
}

/** What a test restores: the newest copy, or the newest backup of this machine. */
export async function newestBackup(context: Source): Promise<ChosenBackup | undefined> {
  const { row, bucket } = await openCopies(context)
  const key = bucket && openCopyKey(context.config, row)
  if (row.last_copy && key)
    return { source: 'copies', name: row.last_copy, data_key: key.toString('base64url') }
  const [newest] = await listBackups(backupsFolder(context.config.dataDir))
  return newest && { source: 'here', name: newest.name }
}
