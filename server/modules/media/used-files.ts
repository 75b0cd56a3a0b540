import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, isNotNull, isNull, lt, ne, notInArray, or, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { UPLOAD_RULES, type UploadPurpose } from '#contract/media.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { fileNameOf, mailPictureName, renditionNames } from './file-names.ts'
import { media_files } from './media.table.ts'
import { incomingFolder } from './receive-file.ts'
import { RENDITION_FORMATS } from './renditions.ts'

const AT_ONCE = 100

/** The files of an order's purpose are named by the order, since its guest has no account. */
type Claim = { purpose: UploadPurpose; at: Date } & ({ owner: string } | { order_id: string })

/** Colleagues may use each other's files. */
function mayUse(by: Claim) {
  if ('order_id' in by) return eq(media_files.order_id, by.order_id)
  return UPLOAD_RULES[by.purpose].area ? undefined : eq(media_files.owner, by.owner)
}

/**
 * Marks uploaded files as used, in the transaction that stores where. Refuses what is not a stored file of
 * this purpose, belongs to another shopper, or is in use already: one file has one use, so that it can be
 * released with it. Pictures of products are never released, so several may share one: a copy of a product has
 * those of the original.
 */
export async function claimFiles(tx: Db, urls: readonly string[], by: Claim) {
  if (urls.length === 0) return
  const names = urls.map((url) => fileNameOf(url) ?? '')
  const claimed = await tx
    .update(media_files)
    .set({ used_at: by.at.toISOString() })
    .where(
      and(
        inArray(media_files.name, names),
        mayUse(by),
        eq(media_files.purpose, by.purpose),
        eq(media_files.state, 'stored'),
        by.purpose === 'product' ? undefined : isNull(media_files.used_at),
      ),
    )
    .returning({ name: media_files.name })
  const found = new Set(claimed.map(({ name }) => name))
  const refused = urls.filter((_, n) => !found.has(names[n] ?? ''))
  if (refused.length > 0) throw errors.FILE_NOT_USABLE({ data: { urls: refused } })
}

/** Which of these are stored files of the purpose, whether or not something uses them. */
export async function findFiles(db: Db, urls: readonly string[], purpose: UploadPurpose) {
  const named = urls.flatMap((url) => {
    const name = fileNameOf(url)
    return name ? [{ url, name }] : []
  })
  const found = await db
    .select({ name: media_files.name })
    .from(media_files)
    .where(
      and(
        // One parameter: an import names more files than a statement may have parameters.
        sql`${media_files.name} = any(${sql.param(named.map(({ name }) => name))})`,
        eq(media_files.purpose, purpose),
        eq(media_files.state, 'stored'),
      ),
    )
  const names = new Set(found.map(({ name }) => name))
  return new Set(named.filter(({ name }) => names.has(name)).map(({ url }) => url))
}

/** What is released is removed within the hour. Order lines go on showing product pictures, so those stay. */
export async function releaseFiles(tx: Db, urls: readonly string[]) {
  const names = urls.flatMap((url) => fileNameOf(url) ?? [])
  if (names.length === 0) return
  await tx
    .update(media_files)
    .set({ used_at: null })
    .where(and(inArray(media_files.name, names), ne(media_files.purpose, 'product')))
}

/** All files but these are removed by the next run of the job, those of products included. */
export async function removeAllFilesBut(tx: Db, urls: readonly string[]) {
  const names = urls.flatMap((url) => fileNameOf(url) ?? [])
  await tx
    .update(media_files)
    .set({ used_at: null, state: 'removing' })
    .where(
      and(
        eq(media_files.state, 'stored'),
        isNotNull(media_files.used_at),
        names.length > 0 ? notInArray(media_files.name, names) : undefined,
      ),
    )
}

/** Whether some are not gone from the storage yet. */
export const countFilesInRemoval = (db: Db) =>
  db.$count(media_files, eq(media_files.state, 'removing'))

export const REMOVE_UNUSED_FILES = 'remove-unused-files'

export const unusedFilesJob = (context: AppContext): Job => ({
  name: REMOVE_UNUSED_FILES,
  every: { minute: 23 },
  run: () => removeUnusedFiles(context),
})

/** Uploads that nothing used within a day, with their renditions and rows. */
export async function removeUnusedFiles(context: AppContext) {
  const dayAgo = new Date(context.now().getTime() - DAY_MS)
  await removeLeftovers(context, dayAgo)
  for (;;) {
    const names = await takeUnused(context.db, dayAgo)
    for (const name of names) {
      const renditions = RENDITION_FORMATS.flatMap((format) => renditionNames(name, format))
      await context.files.remove([...renditions, mailPictureName(name), name])
      await context.db.delete(media_files).where(eq(media_files.name, name))
    }
    if (names.length < AT_ONCE) return
  }
}

/** From here on nothing can claim them, so the storage is asked outside of any transaction. */
async function takeUnused(db: Db, before: Date) {
  const isOld = lt(media_files.created_at, before.toISOString())
  const unused = db
    .select({ name: media_files.name })
    .from(media_files)
    .where(and(isNull(media_files.used_at), or(isOld, eq(media_files.state, 'removing'))))
    .limit(AT_ONCE)
    .for('update', { skipLocked: true })
  const taken = await db
    .update(media_files)
    .set({ state: 'removing' })
    .where(inArray(media_files.name, unused))
    .returning({ name: media_files.name })
  return taken.map(({ name }) => name)
}

/** What a process that was killed had received or stored so far. */
async function removeLeftovers({ config, files }: AppContext, before: Date) {
  await files.removeDrafts(before)
  const folder = incomingFolder(config.dataDir)
  for (const name of await readdir(folder).catch(() => [])) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => undefined)
    if (found && found.mtime < before) await rm(file, { force: true })
  }
}

const CHECKED_AT_ONCE = 8

/** One line for each file in use that the storage lacks, or has in another length. */
export async function findMissingFiles(db: Db, files: FileStorage): Promise<string[]> {
  const used = await db
    .select({ name: media_files.name, bytes: media_files.bytes })
    .from(media_files)
    .where(isNotNull(media_files.used_at))
  const limited = pLimit(CHECKED_AT_ONCE)
  const findings = await limited.map(used, async ({ name, bytes }) => {
    const size = await files.size(name)
    if (size === bytes) return []
    return `file ${name}: ${size === undefined ? 'not in the storage' : `${size} bytes instead of ${bytes}`}`
  })
  return findings.flat()
}
