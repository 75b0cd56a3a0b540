import { findMissingFiles } from '../modules/media/index.ts'
import { connectDatabase, type Db } from '../platform/database.ts'
import { assertCurrentVersion } from '../platform/database-version.ts'
import type { FileStorage } from '../platform/file-storage.ts'
import { INVARIANTS } from './invariants.ts'

const MOST_SHOWN = 20

/** One line for each violation; empty when all invariants hold. */
export async function checkInvariants(db: Db, at = new Date()): Promise<string[]> {
  const findings: string[] = []
  for (const { holds, exceptions } of INVARIANTS) {
    const { rows } = await db.execute<{ finding: string }>(exceptions(at))
    const shown = rows.slice(0, MOST_SHOWN).map(({ finding }) => `Not so: ${holds}. ${finding}`)
    const rest = rows.length - shown.length
    findings.push(...shown, ...(rest > 0 ? [`… and ${rest} more like this`] : []))
  }
  return findings
}

/** What does not add up in the data and its files; nothing when all is well. `at` is when the data was so. */
export async function findProblems(
  databaseUrl: string,
  files: FileStorage,
  at = new Date(),
): Promise<string[]> {
  await assertCurrentVersion(databaseUrl)
  const database = connectDatabase(databaseUrl, { max: 2 })
  try {
    const missing = await findMissingFiles(database.db, files)
    return [
      ...(await checkInvariants(database.db, at)),
      ...missing.map((finding) => `Not so: every file in use is in the storage. ${finding}`),
    ]
  } finally {
    await database.close()
  }
}
