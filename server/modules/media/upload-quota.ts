import { ORPCError } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { LARGEST_VIDEO_BYTES, UPLOAD_RULES, type UploadPurpose } from '#contract/media.ts'
import { DAY_SECONDS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { freeBytes } from '#server/platform/machine.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { media_files } from './media.table.ts'

/** Counted in kilobytes: bytes of a day would not fit into the column. */
const COUNTER = 'media-kilobytes'
const KILOBYTE = 1024

/** `order_id`: of a private file, which counts for its order. */
export type Upload = { owner: string | null; order_id?: string; purpose: UploadPurpose }

/** Files that are refused or can not be stored do not count. What the shop itself stores has no limit. */
export async function withinQuota<Result>(
  { limits }: AppContext,
  { owner, order_id, purpose }: Upload,
  bytes: number,
  store: () => Promise<Result>,
): Promise<Result> {
  const who = order_id ?? owner
  if (who === null) return store()
  const { daily_bytes } = UPLOAD_RULES[purpose]
  const calls = Math.floor(daily_bytes / KILOBYTE)
  const limit = { calls, per_seconds: DAY_SECONDS, forgivable: true }
  const points = Math.ceil(bytes / KILOBYTE)
  const giveBack = () => limits.giveBack(COUNTER, who, limit, points)
  await limits.count(COUNTER, who, limit, points).catch(async (error) => {
    if (!(error instanceof ORPCError)) throw error
    await giveBack()
    throw errors.UPLOAD_QUOTA_USED({ data: { max_bytes: daily_bytes } })
  })
  return store().catch(async (error) => {
    await giveBack()
    throw error
  })
}

/** Orders and mails need the rest of the disk. Also with a bucket: files are received on this machine. */
export async function refuseWhenDiskIsFull({ config, log }: AppContext) {
  const free_bytes = await freeBytes(config.dataDir)
  if (free_bytes - LARGEST_VIDEO_BYTES >= config.minFreeDiskBytes) return
  log.error({ free_bytes }, 'uploads are refused: the disk is nearly full')
  throw errors.STORAGE_FULL()
}

/** What all stored files take, without their renditions. */
export async function countStoredBytes(db: Db) {
  const [row] = await db
    .select({ bytes: sql<string>`coalesce(sum(${media_files.bytes}), 0)` })
    .from(media_files)
  return Number(row?.bytes)
}
