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
import { encodeRendition } from './encoding-queue.ts'
import { EXTENSIONS, readRenditionName, renditionNames, typeOf } from './file-names.ts'
import { media_files } from './media.table.ts'

/** AVIF first: nearly every browser takes it. */
export const RENDITION_FORMATS = ['avif', 'webp'] as const

/** The name of the queue, as jobs are stored with it. */
const DRAW_RENDITIONS = 'draw-variants'
/** Behind every other job. */
const LOW_PRIORITY = -10

type Drawing = { db: Db; files: FileStorage; encodePicture: EncodePicture }
type Encoding = Omit<Drawing, 'db'>

/** The renditions of new pictures are drawn by a job. */
export const renditionsJob = (context: AppContext): Job => ({
  name: DRAW_RENDITIONS,
  // A picture needs much memory and a whole core.
  alone: true,
  run: ({ name }: { name: string }) => drawRenditions(context, [name]),
})

export const queueRenditions = ({ jobs }: AppContext, tx: Db, name: string) =>
  jobs.enqueue(tx, DRAW_RENDITIONS, { name }, { priority: LOW_PRIORITY })

/** Draws the renditions of pictures for which no job did. */
export async function drawMissingRenditions(drawing: Drawing) {
  const pictures = await drawing.db
    .select({ name: media_files.name })
    .from(media_files)
    .where(
      and(
        isNull(media_files.renditions_at),
        // Private pictures have none: they would be public.
        isNull(media_files.order_id),
        eq(media_files.state, 'stored'),
        like(media_files.type, 'image/%'),
      ),
    )
  await drawRenditions(
    drawing,
    pictures.map(({ name }) => name),
  )
}

async function drawRenditions({ db, ...encoding }: Drawing, pictures: string[]) {
  for (const format of RENDITION_FORMATS)
    for (const picture of pictures)
      await drawAll(encoding, picture, renditionNames(picture, format))
  for (const picture of pictures)
    await db
      .update(media_files)
      .set({ renditions_at: new Date().toISOString() })
      .where(eq(media_files.name, picture))
}

/** Draws those of the renditions that are not there yet. */
export async function drawAll(encoding: Encoding, picture: string, renditions: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'petal-rendition-'))
  const original = join(folder, 'original')
  let hasOriginal = false
  try {
    for (const name of renditions) {
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
  const rendition = readRenditionName(name)
  if (!rendition) return
  const { width, format } = rendition
  const to = `${original}-${name}`
  const result = await encodeRendition(() =>
    encodePicture({ purpose: 'rendition', from: original, to, width, format }),
  )
  if ('refused' in result) throw new Error(`No rendition ${name}: ${result.refused}`)
  await files.put(name, to, typeOf(name))
}

/** Draws a rendition when a request comes before the job, or when it was deleted. */
export function createRenditionFallback({ db, ...encoding }: Drawing) {
  const once = singleFlight<string, void>()
  return (name: string) =>
    once(name, async () => {
      const picture = await originalOf(db, readRenditionName(name)?.original ?? '')
      if (picture) await drawAll(encoding, picture, [name])
    })
}

/** A rendition's name does not say the type of its original. */
async function originalOf(db: Db, stem: string) {
  const candidates = Object.values(EXTENSIONS).map((extension) => `${stem}.${extension}`)
  const [found] = await db
    .select({ name: media_files.name })
    .from(media_files)
    .where(and(inArray(media_files.name, candidates), eq(media_files.state, 'stored')))
  return found?.name
}

/** The renditions of all pictures are gone; the next start draws them again. */
export const forgetRenditions = (client: { query: (statement: string) => Promise<unknown> }) =>
  client.query('update media_files set variants_at = null')
