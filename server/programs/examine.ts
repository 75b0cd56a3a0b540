import { findMissingFiles } from '../modules/media/index.ts'
import { connectDatabase } from '../platform/database.ts'
import { assertCurrentVersion } from '../platform/database-version.ts'
import type { FileStorage } from '../platform/file-storage.ts'
import { checkInvariants } from './check-invariants.ts'

/** What does not add up in the data and its files; nothing when all is well. */
export async function examine(databaseUrl: string, files: FileStorage): Promise<string[]> {
  await assertCurrentVersion(databaseUrl)
  const database = connectDatabase(databaseUrl, { max: 2 })
  try {
    const missing = await findMissingFiles(database.db, files)
    return [
      ...(await checkInvariants(database.db)),
      ...missing.map((finding) => `Not so: every file in use is in the storage. ${finding}`),
    ]
  } finally {
    await database.close()
  }
}
