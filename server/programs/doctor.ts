import { findMissingFiles } from '../modules/media/index.ts'
import { describeFailure, readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/database.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { openFileStorage } from '../platform/file-storage.ts'
import { checkInvariants } from './check-invariants.ts'

/** `npm run doctor`: checks the invariants of the data and its files, whether or not the shop runs. */
async function main() {
  const config = readConfig()
  const own = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  const database = connectDatabase(config.databaseUrl ?? own?.url ?? '', { max: 2 })
  try {
    const files = await openFileStorage(config)
    const findings = [
      ...(await checkInvariants(database.db)),
      ...(await findMissingFiles(database.db, files)).map(
        (finding) => `Not so: every file in use is in the storage. ${finding}`,
      ),
    ]
    for (const finding of findings) console.error(finding)
    console.error(findings.length === 0 ? 'Everything adds up.' : `Findings: ${findings.length}`)
    process.exitCode = findings.length === 0 ? 0 : 1
  } finally {
    await database.close()
    await own?.stop()
  }
}

main().catch((error) => {
  console.error(describeFailure(error))
  process.exit(1)
})
