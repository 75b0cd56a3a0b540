import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import { countMigrations } from '#server/platform/migrations.ts'
import { commandFor } from '../../platform/installation.ts'
import { listBackups } from './backup-folder.ts'
import { fileEntry, MANIFEST, Manifest } from './format.ts'
import { DamagedBackup, readHeaderOf, unseal } from './seal.ts'

/** What is done with the parts of a backup. A part without a reader is skipped. */
type Readers = {
  manifest?: (manifest: Manifest) => Promise<unknown>
  /** `name` is that of the entry; the waiting jobs count as one. */
  table?: (manifest: Manifest, name: string, content: Readable) => Promise<unknown>
  file?: (name: string, content: Readable) => Promise<unknown>
}

/** A backup as it is, or a sealed copy with the key that opens it. */
export type BackupFile = string | { file: string; data_key: Buffer }

/** The archive's bytes, from a file or another stream. */
async function contentOf(source: BackupFile): Promise<Readable> {
  if (typeof source === 'string') return createReadStream(source)
  const header = await readHeaderOf(source.file)
  const sealed = createReadStream(source.file, { start: header.length })
  const opened = unseal(header, source.data_key)
  sealed.once('error', (error) => opened.destroy(error))
  // Reading goes on as fast as the archive is read.
  return sealed.pipe(opened).once('close', () => sealed.destroy())
}

/** Reads a backup in one pass. */
export async function readBackup(source: BackupFile, readers: Readers): Promise<Manifest> {
  const archive = extract()
  const content = await contentOf(source)
  let unreadable: Error | undefined
  const reading = pipeline(content, createGunzip(), archive).catch((error) => {
    unreadable = error
  })
  try {
    const manifest = await readEntries(archive, readers)
    await reading
    // After its last entry an archive may still be cut off or changed.
    if (unreadable) throw unreadable
    return manifest
  } catch (error) {
    archive.destroy()
    await reading
    if (error !== unreadable) throw error
    const file = typeof source === 'string' ? source : source.file
    throw new DamagedBackup(`${file} can not be read as a backup: ${unreadable?.message}`)
  }
}

/** The manifest of a backup that this version can restore; refuses others and says why. */
export const readManifestOf = async (source: BackupFile) =>
  readManifestFrom(await contentOf(source))

/** The same of bytes that come from elsewhere; they are not read any further. */
export async function readManifestFrom(content: Readable): Promise<Manifest> {
  const archive = extract()
  const reading = pipeline(content, createGunzip(), archive)
  try {
    for await (const entry of archive)
      return await readManifest(entry.header.name, Readable.from(entry))
    throw new Error('This file is no backup of a shop: it is empty.')
  } finally {
    // The manifest comes first; the rest may be gigabytes.
    content.destroy()
    await reading.catch(() => {})
  }
}

async function readEntries(archive: Extract, readers: Readers): Promise<Manifest> {
  let manifest: Manifest | undefined
  for await (const entry of archive) {
    const { name } = entry.header
    const content = Readable.from(entry)
    if (!manifest) {
      manifest = await readManifest(name, content)
      await readers.manifest?.(manifest)
    } else if (name.startsWith(fileEntry(''))) {
      await (readers.file?.(name.slice(fileEntry('').length), content) ?? skip(content))
    } else await (readers.table?.(manifest, name, content) ?? skip(content))
  }
  if (!manifest) throw new Error('This file is no backup of a shop: it is empty.')
  return manifest
}

async function readManifest(name: string, entry: Readable): Promise<Manifest> {
  const content = await text(entry)
  const parsed = name === MANIFEST ? Manifest.safeParse(JSON.parse(content)) : undefined
  if (!parsed?.success) throw new Error('This file is no backup of a shop.')
  if (parsed.data.migrations > countMigrations())
    throw new Error('The backup was made by a newer version of Petal. Update this one first.')
  return parsed.data
}

/** The archive goes on only when an entry was read. */
export async function skip(content: Readable) {
  for await (const _ of content);
}

/**
 * What an owner does to get back to this version, after a newer one has changed the database: the newest backup that
 * this version can read is the one from before the upgrade.
 */
export async function adviseRollback(folder: string): Promise<string> {
  for (const { name } of await listBackups(folder)) {
    const file = join(folder, name)
    const isReadable = await readManifestOf(file).then(
      () => true,
      () => false,
    )
    if (isReadable)
      return `To go back, restore the backup from before the upgrade into an empty shop (another DATA_DIR, or an empty database in DATABASE_URL): ${commandFor('restore', file)}`
  }
  return `To go back you need a backup from before the upgrade; there is none in ${folder}.`
}
