import { readFile, stat, writeFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import pLimit from 'p-limit'
import {
  LONGEST_SIDE,
  type MediaType,
  MOST_MEGAPIXELS,
  type UploadedFile,
} from '#contract/media.ts'
import { errors } from '#server/platform/errors.ts'
import { EncoderError } from '#server/platform/picture-encoder.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { cleanMp4 } from './clean-mp4.ts'
import { cleanWebm } from './clean-webm.ts'
import { encodeUpload } from './encoding-queue.ts'
import { fileUrl, newFileName, privateName } from './file-names.ts'
import { media_files } from './media.table.ts'
import { queueRenditions } from './renditions.ts'
import { type Upload, withinQuota } from './upload-quota.ts'

export type ReceivedFile = { path: string; type: MediaType }

/** Stores a received file under a new name. A second file beside it is the caller's to remove: `${path}.encoded`. */
export async function storeFile(
  context: AppContext,
  received: ReceivedFile,
  upload: Upload,
): Promise<UploadedFile> {
  const { path, type } = received
  const isVideo = type.startsWith('video/')
  const size = isVideo ? await cleanVideo(received) : await encodeAgain(context, received)
  const stored = encodedPath(path)
  const at = context.now()
  const isPrivate = upload.order_id !== undefined
  const given = newFileName(at, type, size)
  const name = isPrivate ? privateName(given) : given
  const { size: bytes } = await stat(stored)
  const { width, height } = size ?? { width: null, height: null }
  await withinQuota(context, upload, bytes, async () => {
    await context.db.insert(media_files).values({
      ...upload,
      ...{ name, type, bytes, width, height },
      created_at: at.toISOString(),
    })
    await putIntoStorage(context, name, stored, type)
  })
  await context.db.transaction(async (tx) => {
    await tx.update(media_files).set({ state: 'stored' }).where(eq(media_files.name, name))
    if (!isVideo && !isPrivate) await queueRenditions(context, tx, name)
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

/** A video is read whole, so one at a time. */
const oneVideoAtATime = pLimit(1)

/** Without what says where and by whom it was filmed. */
const cleanVideo = ({ path, type }: ReceivedFile) =>
  oneVideoAtATime(async () => {
    const bytes = await readFile(path)
    if (type === 'video/mp4') cleanMp4(bytes)
    else cleanWebm(bytes)
    await writeFile(encodedPath(path), bytes)
    return undefined
  })

async function encodeAgain(
  { config, encodePicture, log }: AppContext,
  { path, type }: ReceivedFile,
) {
  const mostPixels = MOST_MEGAPIXELS * 1_000_000
  const to = encodedPath(path)
  const result = await encodeUpload(config, () =>
    encodePicture({
      ...{ purpose: 'upload', from: path, to, type },
      ...{ mostPixels, longestSide: LONGEST_SIDE },
    }),
  ).catch((err) => {
    if (!(err instanceof EncoderError)) throw err
    log.error({ err }, 'a picture could not be encoded')
    throw errors.PICTURE_NOT_ENCODED()
  })
  if (!('refused' in result)) return result
  if (result.refused === 'unreadable') throw errors.NOT_AN_IMAGE()
  if (result.refused === 'side too long') {
    throw errors.SIDE_TOO_LONG({ data: { max_pixels: LONGEST_SIDE } })
  }
  throw errors.TOO_MANY_PIXELS({ data: { max_megapixels: MOST_MEGAPIXELS } })
}
