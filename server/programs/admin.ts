import { manageAdmins } from '../modules/accounts/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/database.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { migrate } from '../platform/migrate.ts'

/** `npm run admin`: grants and revokes the admin role, whether or not the shop runs. */
async function main() {
  const server = await openDatabase(readConfig())
  const database = connectDatabase(server.url, { max: 1 })
  try {
    await migrate(server.url)
    const { ok, lines } = await manageAdmins(database.db, process.argv.slice(2))
    process.stdout.write(`${lines.join('\n')}\n`)
    if (!ok) process.exitCode = 1
  } finally {
    await database.close()
    await server.stop()
  }
}

/** The embedded PostgreSQL is shared with a running shop; `stop` stops it only when it has no other user. */
async function openDatabase({ databaseUrl, dataDir }: Config) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => {} }
  return startEmbeddedPostgres({ dataDir })
}

await main().catch((error: unknown) => {
  console.error(describeFailure(error))
  process.exitCode = 1
})
