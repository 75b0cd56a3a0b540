import { readConfig } from '../platform/config.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { backUpBeforeUpgrade, prepareDatabase } from './supervisor/prepare-database.ts'

/** Started by `petal upgrade` from the new version, while the old one serves: a backup, then the tables of this version. */
async function main() {
  const config = readConfig()
  const own = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    const databaseUrl = config.databaseUrl ?? own?.url ?? ''
    const database = { config, databaseUrl, log: (line: string) => console.log(line) }
    // Also when no table changes: new code may write what the old one does not expect.
    if (config.upgradeBackup) await backUpBeforeUpgrade(database)
    await prepareDatabase(database, async () => {})
  } finally {
    await own?.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(describeFailure(error))
  process.exitCode = 1
})
