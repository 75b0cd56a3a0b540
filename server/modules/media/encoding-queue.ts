import pLimit from 'p-limit'
import sharp from 'sharp'
import { errors } from '#server/platform/errors.ts'

// One thread a picture and no cache: requests need the cores and the memory, and no picture is drawn twice.
sharp.concurrency(1)
sharp.cache(false)

/** One picture at a time in each process: a large one needs up to 150 MB while it is encoded. */
export const encodeInTurn = pLimit(1)

const uploads = pLimit(1)

/** A picture of 24 megapixels takes about a second, so the last in the queue waits some ten seconds. */
export const MOST_WAITING_UPLOADS = 10

/** Asked before an upload is received and once more after, since many may be received at the same time. */
export function refuseWhenBusy() {
  if (uploads.pendingCount >= MOST_WAITING_UPLOADS) throw errors.UPLOADS_BUSY()
}

export function encodeUpload<Result>(encode: () => Promise<Result>): Promise<Result> {
  refuseWhenBusy()
  return uploads(() => encodeInTurn(encode))
}
