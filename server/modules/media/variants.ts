import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { and, eq, inArray, isNull, like } from 'drizzle-orm'
import sharp from 'sharp'
import type { Db } from '#server/platform/database.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import type { Job } from '#server/platform/jobs.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { singleFlight } from '#server/platform/single-flight.ts'
import { encodeVariant } from './encoding-queue.ts'
import { EXTENSIONS, readVariantName, typeOf, variantNames } from './file-names.ts'
import { media_files } from './media.table.ts'

/** A higher effort of AVIF takes two to ten times as long for less than a tenth of the size. */
const ENCODING = {
  // As JPEG and WebP do; a third less memory and half the time.
  avif: { quality: 50, effort: 1, chromaSubsampling: '4:2:0' },
  webp: { quality: 75, effort: 2 },
} as const
/** AVIF first: nearly every browser takes it. */
export const VARIANT_FORMATS = ['avif', 'webp'] as const

const DRAW_VARIANTS = 'draw-variants'
/** Behind every other job. */
const LOW_PRIORITY = -10

type Drawing = { db: Db; files: FileStorage }

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

async function drawVariants({ db, files }: Drawing, pictures: string[]) {
  for (const format of VARIANT_FORMATS)
    for (const picture of pictures) await drawAll(files, picture, variantNames(picture, format))
  for (const picture of pictures)
    await db
      .update(media_files)
      .set({ variants_at: new Date().toISOString() })
      .where(eq(media_files.name, picture))
}

/** Draws those of the variants that are not there yet. */
export async function drawAll(files: FileStorage, picture: string, variants: string[]) {
  let original: Buffer | undefined
  for (const name of variants) {
    if ((await files.size(name)) !== undefined) continue
    original ??= await readFile(files, picture)
    // Removed meanwhile.
    if (!original) return
    await draw(files, original, name)
  }
}

async function readFile(files: FileStorage, name: string) {
  const found = await files.open(name)
  return found && buffer(found.stream)
}

async function draw(files: FileStorage, original: Buffer, name: string) {
  const variant = readVariantName(name)
  if (!variant) return
  const folder = await mkdtemp(join(tmpdir(), 'petal-variant-'))
  try {
    const draft = join(folder, name)
    const picture = sharp(original).resize({ width: variant.width })
    const encoded =
      variant.format === 'avif' ? picture.avif(ENCODING.avif) : picture.webp(ENCODING.webp)
    await encodeVariant(() => encoded.toFile(draft))
    await files.put(name, draft, typeOf(name))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Draws a variant when a request comes before the job, or when it was deleted. */
export function createVariantFallback({ db, files }: Drawing) {
  const once = singleFlight<string, void>()
  return (name: string) =>
    once(name, async () => {
      const picture = await originalOf(db, readVariantName(name)?.original ?? '')
      if (picture) await drawAll(files, picture, [name])
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
