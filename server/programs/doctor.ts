import { readConfig } from '../platform/config.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { openFileStorage } from '../platform/file-storage.ts'
import { findProblems } from './check-invariants.ts'

/** `npm run doctor`: checks the invariants of the data and its files, whether or not the shop runs. */
async function main() {
  const config = readConfig()
  const own = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    const findings = await findProblems(
      config.databaseUrl ?? own?.url ?? '',
      await openFileStorage(config),
    )
    for (const finding of findings) console.error(finding)
    console.error(findings.length === 0 ? 'Everything adds up.' : `Findings: ${findings.length}`)
    process.exitCode = findings.length === 0 ? 0 : 1
  } finally {
    await own?.stop()
  }
}

main().catch((error) => {
  console.error(describeFailure(error))
  process.exit(1)
})
