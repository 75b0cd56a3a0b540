import { hostname } from 'node:os'
import { sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Config } from '#server/platform/config.ts'
import { type Db, isLockTimeout } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { type EncodePicture, LONGEST_ENCODING_MS } from '#server/platform/picture-encoder.ts'

/** The order within one process: the largest rendition of a photograph needs 110 MB while it is encoded. */
export const encodeOneAtATime = pLimit(1)

const uploads = pLimit(1)
const waitingUploads = new Set<Promise<unknown>>()

/** On one machine. A picture of 24 megapixels takes about a second, so the last one waits some twenty seconds. */
const MOST_WAITING_UPLOADS = 20

/** The share of one web process. */
export const mostWaitingUploads = ({ webConcurrency }: Config) =>
  Math.max(2, Math.floor(MOST_WAITING_UPLOADS / webConcurrency))

/** Asked before an upload is received and again after it, since many may be received at the same time. */
export function refuseWhenBusy(config: Config) {
  if (uploads.pendingCount >= mostWaitingUploads(config)) throw errors.UPLOADS_BUSY()
}

export async function encodeUpload<Result>(
  config: Config,
  encode: () => Promise<Result>,
): Promise<Result> {
  refuseWhenBusy(config)
  const encoded = uploads(() => encodeOneAtATime(encode))
  waitingUploads.add(encoded)
  return encoded.finally(() => waitingUploads.delete(encoded))
}

/** Behind the uploads that wait now: somebody looks at their progress. Later ones do not delay it further. */
export async function encodeRendition<Result>(encode: () => Promise<Result>): Promise<Result> {
  await Promise.allSettled(waitingUploads)
  return encodeOneAtATime(encode)
}

/** Any number that nothing else in this database locks. */
const ENCODING_LOCK = 7_265_744
/** For the other processes of this machine, each with one picture. */
const LONGEST_WAIT_MS = 30_000

/**
 * One picture at a time for all processes of this machine, so that the other cores stay free for requests. The lock
 * belongs to a transaction: PostgreSQL releases it when this process ends, however it ends.
 */
export const encodeAlone =
  (db: Db, encode: EncodePicture): EncodePicture =>
  (task) =>
    db.transaction(async (tx) => {
      await lockEncoding(tx)
      return encode(task)
    })

async function lockEncoding(tx: Db) {
  // The encoding ends before the time for which the transaction may be idle.
  await tx.execute(sql`select set_config('lock_timeout', ${String(LONGEST_WAIT_MS)}, true),
    set_config('statement_timeout', '0', true),
    set_config('idle_in_transaction_session_timeout', ${String(2 * LONGEST_ENCODING_MS)}, true)`)
  await tx
    .execute(sql`select pg_advisory_xact_lock(${ENCODING_LOCK}, hashtext(${hostname()}))`)
    .catch((error) => {
      throw isLockTimeout(error) ? errors.UPLOADS_BUSY() : error
    })
}
