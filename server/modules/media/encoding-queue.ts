import pLimit from 'p-limit'
import { errors } from '#server/platform/errors.ts'

/** One picture at a time in each process: the largest variant of a photograph needs 110 MB while it is encoded. */
export const encodeInTurn = pLimit(1)

const uploads = pLimit(1)
const waitingUploads = new Set<Promise<unknown>>()

/** A picture of 24 megapixels takes about a second, so the last in the queue waits some ten seconds. */
export const MOST_WAITING_UPLOADS = 10

/** Asked before an upload is received and once more after, since many may be received at the same time. */
export function refuseWhenBusy() {
  if (uploads.pendingCount >= MOST_WAITING_UPLOADS) throw errors.UPLOADS_BUSY()
}

export async function encodeUpload<Result>(encode: () => Promise<Result>): Promise<Result> {
  refuseWhenBusy()
  const encoded = uploads(() => encodeInTurn(encode))
  waitingUploads.add(encoded)
  return encoded.finally(() => waitingUploads.delete(encoded))
}

/** Behind the uploads that wait now: somebody looks at their progress. Later ones do not delay it further. */
export async function encodeVariant<Result>(encode: () => Promise<Result>): Promise<Result> {
  await Promise.allSettled(waitingUploads)
  return encodeInTurn(encode)
}
