import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import pLimit from 'p-limit'
import { LARGEST_IMAGE_BYTES, LARGEST_VIDEO_BYTES, type MediaType } from '#contract/media.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { encodedPath, type ReceivedFile, storeFile } from './store-file.ts'
import { refuseWhenDiskIsFull, type Upload } from './upload-quota.ts'

/** Beside the stored files, not in the system's temporary folder: that may be memory. */
export const incomingFolder = (dataDir: string) => join(dataDir, 'incoming')

/** All uploads together read one chunk per iteration of the event loop, so that many at once do not delay pages. */
const oneChunkAtATime = pLimit(1)

/** Reads what is left of a refused request, as slowly. */
export async function drain(body: Readable) {
  try {
    for await (const _ of body) await oneChunkAtATime(() => setImmediate())
  } catch {
    // The sender went away.
  }
}

type Options = { dataDir: string; video: boolean }

/** Streams a file to disk and lets `use` have it; a wrong type or too many bytes end the stream at once. */
export async function withReceivedFile<Result>(
  stream: Readable,
  { dataDir, video }: Options,
  use: (file: ReceivedFile) => Promise<Result>,
): Promise<Result> {
  const folder = incomingFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const path = join(folder, randomUUID())
  // Opened before the stream begins: one that fails first would let the file appear after its removal.
  const file = await open(path, 'wx')
  try {
    const check = createTypeCheck(video)
    await pipeline(stream, check.pass, file.createWriteStream()).catch((error) => {
      throw isOurs(error) ? error : errors.UPLOAD_INCOMPLETE()
    })
    return await use({ path, type: check.type() })
  } finally {
    await rm(path, { force: true })
    await rm(encodedPath(path), { force: true })
  }
}

/** One picture at a time: those whom somebody waits for shall find a place in the queue. */
const oneFetchedPicture = pLimit(1)

/** Stores a picture that a job fetched: received, checked and encoded as one that somebody uploads. */
export async function storePicture(context: AppContext, stream: Readable, upload: Upload) {
  await refuseWhenDiskIsFull(context)
  const { dataDir } = context.config
  return withReceivedFile(stream, { dataDir, video: false }, (file) =>
    oneFetchedPicture(() => storeFile(context, file, upload)),
  )
}

/** A refusal, or a disk that is full; everything else is the sender's connection. */
const isOurs = (error: NodeJS.ErrnoException) =>
  error instanceof ORPCError || error.syscall === 'write' || error.syscall === 'open'

function createTypeCheck(video: boolean) {
  let type: MediaType | undefined
  let head = Buffer.alloc(0)
  let bytes = 0

  function recognise(): MediaType {
    const found = recogniseType(head)
    if (!found) throw video ? errors.NOT_A_MEDIA_FILE() : errors.NOT_AN_IMAGE()
    if (found.startsWith('video/') && !video) throw errors.NOT_AN_IMAGE()
    return found
  }

  return {
    type: () => type ?? recognise(),
    async *pass(chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        bytes += chunk.length
        if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk.subarray(0, HEAD_BYTES)])
        if (head.length >= HEAD_BYTES) type ??= recognise()
        const max_bytes = type?.startsWith('video/') ? LARGEST_VIDEO_BYTES : LARGEST_IMAGE_BYTES
        if (bytes > max_bytes) throw errors.FILE_TOO_LARGE({ data: { max_bytes } })
        await oneChunkAtATime(() => setImmediate())
        yield chunk
      }
    },
  }
}

/** Enough bytes to recognise every type that we accept. */
export const HEAD_BYTES = 64

const MP4_BRANDS = /^(isom|iso[2-9]|mp4[12]|avc1|M4V |dash|MSNV|mmp4|f4v )$/
const EBML = 0x1a45dfa3

/** The type by the first bytes of the file, whatever its name says. Undefined for all that we refuse. */
export function recogniseType(head: Buffer): MediaType | undefined {
  const text = (start: number, end: number) => head.toString('latin1', start, end)
  if (head.length < 12) return undefined
  if (head.readUIntBE(0, 3) === 0xffd8ff) return 'image/jpeg'
  if (text(0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png'
  if (/^GIF8[79]a$/.test(text(0, 6))) return 'image/gif'
  if (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') return 'image/webp'
  if (head.readUInt32BE(0) === EBML) return 'video/webm'
  if (text(4, 8) !== 'ftyp') return undefined
  if (/^avi[fs]$/.test(text(8, 12))) return 'image/avif'
  return MP4_BRANDS.test(text(8, 12)) ? 'video/mp4' : undefined
}
