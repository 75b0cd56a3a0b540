import { isNotNull } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Db } from '#server/platform/database.ts'
import type { FileStorage } from '#server/platform/file-storage.ts'
import { media_files } from './media.table.ts'

const AT_ONCE = 8

/** One line for each file in use that the storage lacks, or has in another length. */
export async function findMissingFiles(db: Db, files: FileStorage): Promise<string[]> {
  const used = await db
    .select({ name: media_files.name, bytes: media_files.bytes })
    .from(media_files)
    .where(isNotNull(media_files.used_at))
  const inTurn = pLimit(AT_ONCE)
  const findings = await inTurn.map(used, async ({ name, bytes }) => {
    const size = await files.size(name)
    if (size === bytes) return []
    return `file ${name}: ${size === undefined ? 'not in the storage' : `${size} bytes instead of ${bytes}`}`
  })
  return findings.flat()
}
