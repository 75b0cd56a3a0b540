import { stat } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import {
  type MediaType,
  MOST_MEGAPIXELS,
  type UploadedFile,
  type UploadPurpose,
} from '#contract/media.ts'
import { errors } from '#server/platform/errors.ts'
import { EncoderError } from '#server/platform/picture-encoder.ts'
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
  const size = isVideo ? undefined : await encodeAgain(context, received)
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

async function encodeAgain(
  { config, encodePicture, log }: AppContext,
  { path, type }: ReceivedFile,
) {
  const mostPixels = MOST_MEGAPIXELS * 1_000_000
  const to = encodedPath(path)
  const result = await encodeUpload(config, () =>
    encodePicture({ purpose: 'upload', from: path, to, type, mostPixels }),
  ).catch((err) => {
    if (!(err instanceof EncoderError)) throw err
    log.error({ err }, 'a picture could not be encoded')
    throw errors.PICTURE_NOT_ENCODED()
  })
  if (!('refused' in result)) return result
  if (result.refused === 'unreadable') throw errors.NOT_AN_IMAGE()
  throw errors.TOO_MANY_PIXELS({ data: { max_megapixels: MOST_MEGAPIXELS } })
}
