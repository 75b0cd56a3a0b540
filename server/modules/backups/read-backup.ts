import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type Extract, extract } from 'tar-stream'
import { countMigrations } from '#server/platform/migrations.ts'
import { fileEntry, MANIFEST, Manifest } from './format.ts'

/** What is done with the parts of a backup. A part without a reader is skipped. */
type Readers = {
  manifest?: (manifest: Manifest) => Promise<unknown>
  /** `name` is that of the entry; the waiting jobs count as one. */
  table?: (manifest: Manifest, name: string, content: Readable) => Promise<unknown>
  file?: (name: string, content: Readable) => Promise<unknown>
}

/** Reads a backup in one pass. */
export async function readBackup(file: string, readers: Readers): Promise<Manifest> {
  const archive = extract()
  let unreadable: Error | undefined
  const reading = pipeline(createReadStream(file), createGunzip(), archive).catch((error) => {
    unreadable = error
  })
  try {
    return await readEntries(archive, readers)
  } catch (error) {
    archive.destroy()
    await reading
    if (error !== unreadable) throw error
    throw new Error(`${file} can not be read as a backup: ${unreadable?.message}`)
  }
}

/** Of a backup that this version can restore; otherwise it says why not. */
export async function readManifestOf(file: string): Promise<Manifest> {
  const archive = extract()
  const content = createReadStream(file)
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
