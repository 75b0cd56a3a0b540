import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pLimit from 'p-limit'
import sharp from 'sharp'
import type { Db } from '#server/platform/database.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { singleFlight } from '#server/platform/single-flight.ts'
import { media_files } from './media.table.ts'
import { exists, filesFolder, readVariantName, variantNames, writeWhole } from './picture-files.ts'

// One thread a picture and no cache: requests need the cores and the memory, and no picture is drawn twice.
sharp.concurrency(1)
sharp.cache(false)

/** A higher effort of AVIF takes two to ten times as long for less than a tenth of the size. */
const ENCODING = { avif: { quality: 50, effort: 1 }, webp: { quality: 75, effort: 2 } } as const
/** AVIF first: nearly every browser takes it. */
const FORMATS = ['avif', 'webp'] as const
const ON_REQUEST_AT_ONCE = 2
const ORIGINAL_TYPES = ['webp', 'jpg', 'png', 'avif', 'gif']

const DRAW_VARIANTS = 'draw-picture-variants'
/** Behind every other job. */
const LOW_PRIORITY = -10

/** The variants of new pictures are drawn by a job, one picture at a time in each process. */
export const mediaJobs = ({ config }: AppContext): Job[] => [
  {
    name: DRAW_VARIANTS,
    run: ({ name }: { name: string }) => drawVariants(filesFolder(config.dataDir), [name]),
  },
]

export const queueVariants = ({ jobs }: AppContext, tx: Db, name: string) =>
  jobs.enqueue(tx, DRAW_VARIANTS, { name }, { priority: LOW_PRIORITY })

/** Draws the variants that stored pictures lack. */
export async function drawMissingVariants(db: Db, dataDir: string) {
  const pictures = await db.select({ name: media_files.name }).from(media_files)
  await drawVariants(
    filesFolder(dataDir),
    pictures.map(({ name }) => name),
  )
}

async function drawVariants(folder: string, pictures: string[]) {
  for (const format of FORMATS)
    for (const name of pictures.flatMap((picture) => variantNames(picture, format)))
      await drawVariant(folder, name)
}

/** Draws a variant when a request comes before the job, or when it was deleted. */
export function createVariantFallback(folder: string) {
  const once = singleFlight<string, void>()
  const limit = pLimit(ON_REQUEST_AT_ONCE)
  return (name: string) => once(name, () => limit(() => drawVariant(folder, name)))
}

export async function drawVariant(folder: string, name: string) {
  const variant = readVariantName(name)
  if (!variant || (await exists(join(folder, name)))) return
  const original = await findOriginal(folder, variant.original)
  if (!original) return
  const picture = sharp(await readFile(original)).resize({ width: variant.width })
  const encoded =
    variant.format === 'avif' ? picture.avif(ENCODING.avif) : picture.webp(ENCODING.webp)
  await writeWhole(join(folder, name), await encoded.toBuffer())
}

async function findOriginal(folder: string, stem: string) {
  for (const extension of ORIGINAL_TYPES) {
    const file = join(folder, `${stem}.${extension}`)
    if (await exists(file)) return file
  }
  return undefined
}
