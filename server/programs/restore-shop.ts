import { once } from 'node:events'
import { carrySession } from '../modules/accounts/index.ts'
import { type RestoreTask, runRestore } from '../modules/backups/index.ts'
import { readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/database.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { openFileStorage } from '../platform/file-storage.ts'
import { findProblems } from './check-invariants.ts'

/** Started by a web process, which sends the task: restores the shop, or tests whether a backup can be restored. */
async function main() {
  const [task] = (await once(process, 'message')) as [RestoreTask]
  // It ends with its parent. The shop is as it was then, or restored: its rows change in one transaction.
  process.once('disconnect', () => process.exit(1))
  const config = readConfig()
  const database = connectDatabase(config.databaseUrl ?? '', { max: 2 })
  const context = {
    config,
    db: database.db,
    files: await openFileStorage(config),
    now: () => new Date(),
    findProblems,
    carrySession,
  }
  try {
    await runRestore(context, task)
  } finally {
    await database.close()
  }
}

await main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(describeFailure(error))
    process.exit(1)
  },
)
