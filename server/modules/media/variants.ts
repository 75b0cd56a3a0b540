import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { and, eq, inArray, isNull, like } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { EncodePicture } from '#server/platform/picture-encoder.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { singleFlight } from '#server/platform/single-flight.ts'
import { encodeVariant } from './encoding-queue.ts'
import { EXTENSIONS, readVariantName, typeOf, variantNames } from './file-names.ts'
import { media_files } from './media.table.ts'

/** AVIF first: nearly every browser takes it. */
export const VARIANT_FORMATS = ['avif', 'webp'] as const

const DRAW_VARIANTS = 'draw-variants'
/** Behind every other job. */
const LOW_PRIORITY = -10

type Drawing = { db: Db; files: FileStorage; encodePicture: EncodePicture }
type Encoding = Omit<Drawing, 'db'>

/** The variants of new pictures are drawn by a job. */
export const variantsJob = (context: AppContext): Job => ({
  name: DRAW_VARIANTS,
  // A picture needs much memory and a whole core.
  alone: true,
  run: ({ name }: { name: string }) => drawVariants(context, [name]),
})

export const queueVariants = ({ jobs }: AppContext, tx: Db, name: string) =>
  jobs.enqueue(tx, DRAW_VARIANTS, { name }, { priority: LOW_PRIORITY })

/** Draws the variants of pictures for which no job did. */
export async function drawMissingVariants(drawing: Drawing) {
  const pictures = await drawing.db
    .select({ name: media_files.name })
    .from(media_files)
    .where(
      and(
        isNull(media_files.variants_at),
        eq(media_files.state, 'stored'),
        like(media_files.type, 'image/%'),
      ),
    )
  await drawVariants(
    drawing,
    pictures.map(({ name }) => name),
  )
}

async function drawVariants({ db, ...encoding }: Drawing, pictures: string[]) {
  for (const format of VARIANT_FORMATS)
    for (const picture of pictures) await drawAll(encoding, picture, variantNames(picture, format))
  for (const picture of pictures)
    await db
      .update(media_files)
      .set({ variants_at: new Date().toISOString() })
      .where(eq(media_files.name, picture))
}

/** Draws those of the variants that are not there yet. */
export async function drawAll(encoding: Encoding, picture: string, variants: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'petal-variant-'))
  const original = join(folder, 'original')
  let hasOriginal = false
  try {
    for (const name of variants) {
      if ((await encoding.files.size(name)) !== undefined) continue
      hasOriginal ||= await copyFile(encoding.files, picture, original)
      // Removed meanwhile.
      if (!hasOriginal) return
      await draw(encoding, original, name)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyFile(files: FileStorage, name: string, to: string) {
  const found = await files.open(name)
  if (found) await writeFile(to, found.stream)
  return found !== undefined
}

async function draw({ files, encodePicture }: Encoding, original: string, name: string) {
  const variant = readVariantName(name)
  if (!variant) return
  const { width, format } = variant
  const to = `${original}-${name}`
  const result = await encodeVariant(() =>
    encodePicture({ purpose: 'variant', from: original, to, width, format }),
  )
  if ('refused' in result) throw new Error(`No variant ${name}: ${result.refused}`)
  await files.put(name, to, typeOf(name))
}

/** Draws a variant when a request comes before the job, or when it was deleted. */
export function createVariantFallback({ db, ...encoding }: Drawing) {
  const once = singleFlight<string, void>()
  return (name: string) =>
    once(name, async () => {
      const picture = await originalOf(db, readVariantName(name)?.original ?? '')
      if (picture) await drawAll(encoding, picture, [name])
    })
}

/** A variant's name does not say the type of its original. */
async function originalOf(db: Db, stem: string) {
  const candidates = Object.values(EXTENSIONS).map((extension) => `${stem}.${extension}`)
  const [found] = await db
    .select({ name: media_files.name })
    .from(media_files)
    .where(and(inArray(media_files.name, candidates), eq(media_files.state, 'stored')))
  return found?.name
}
