import { stat } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import {
  type MediaType,
  MOST_MEGAPIXELS,
  type UploadedFile,
  type UploadPurpose,
} from '#contract/media.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { encodeUpload } from './encoding-queue.ts'
import { fileUrl, newFileName } from './file-names.ts'
import { isWholeVideo } from './file-types.ts'
import { media_files } from './media.table.ts'
import { queueVariants } from './variants.ts'

export type ReceivedFile = { path: string; type: MediaType }
type Upload = { owner: string | null; purpose: UploadPurpose }

/** Stores a received file under a new name. A second file beside it is the caller's to remove: `${path}.encoded`. */
export async function storeFile(
  context: AppContext,
  received: ReceivedFile,
  upload: Upload,
): Promise<UploadedFile> {
  const { path, type } = received
  const isVideo = type.startsWith('video/')
  if (isVideo && !(await isWholeVideo(path, type))) throw errors.NOT_A_MEDIA_FILE()
  const size = isVideo ? undefined : await reencode(received)
  const stored = isVideo ? path : encodedPath(path)
  const at = context.now()
  const name = newFileName(at, type, size)
  const { size: bytes } = await stat(stored)
  const { width, height } = size ?? { width: null, height: null }
  await context.db.insert(media_files).values({
    ...upload,
    ...{ name, type, bytes, width, height },
    created_at: at.toISOString(),
  })
  await putIntoStorage(context, name, stored, type)
  await context.db.transaction(async (tx) => {
    await tx.update(media_files).set({ state: 'stored' }).where(eq(media_files.name, name))
    if (!isVideo) await queueVariants(context, tx, name)
  })
  return { url: fileUrl(name), type, bytes, width, height }
}

export const encodedPath = (path: string) => `${path}.encoded`

/** What fails half-way keeps its row in state `storing`, and is removed like every unused file. */
async function putIntoStorage(
  { files, log }: AppContext,
  name: string,
  file: string,
  type: string,
) {
  const isNew = await files.put(name, file, type).catch((err) => {
    log.error({ err, file: name }, 'a file could not be stored')
    throw errors.STORAGE_UNAVAILABLE()
  })
  if (!isNew) throw new Error(`The name ${name} is taken`)
}

/** Encoded again, so that neither metadata nor anything else hidden in the file survives. */
async function reencode({ path, type }: ReceivedFile) {
  return encodeUpload(async () => {
    try {
      const limitInputPixels = MOST_MEGAPIXELS * 1_000_000
      const source = sharp(path, { limitInputPixels, animated: type !== 'image/png' }).autoOrient()
      const { width, height, pageHeight } = await encode(source, type).toFile(encodedPath(path))
      return { width, height: pageHeight ?? height }
    } catch (error) {
      if (/pixel limit/i.test(String(error)))
        throw errors.TOO_MANY_PIXELS({ data: { max_megapixels: MOST_MEGAPIXELS } })
      throw errors.NOT_AN_IMAGE()
    }
  })
}

/** Higher efforts take two to ten times as long for a few per cent of the size. */
function encode(source: Sharp, type: MediaType) {
  switch (type) {
    case 'image/jpeg':
      // Optimised tables are some per cent smaller, but need the whole picture in memory: 80 MB for 12 megapixels.
      return source.jpeg({ quality: 88, optimiseCoding: false })
    case 'image/webp':
      return source.webp({ quality: 88, effort: 2 })
    case 'image/avif':
      return source.avif({ quality: 65, effort: 1 })
    case 'image/gif':
      return source.gif({ effort: 3 })
    default:
      return source.png()
  }
}
