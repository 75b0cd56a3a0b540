/** Draws the variants that stored pictures lack, and ends. The supervisor starts it at low priority. */
import { drawMissingVariants } from '../modules/media/index.ts'
import { readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/database.ts'

async function main() {
  const { databaseUrl, dataDir } = readConfig()
  if (!databaseUrl) throw new Error('DATABASE_URL is not set.')
  const database = connectDatabase(databaseUrl, { max: 1 })
  await drawMissingVariants(database.db, dataDir).finally(database.close)
}

// Without its supervisor nobody would stop it.
process.once('disconnect', () => process.exit(0))
await main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(`Picture variants could not be drawn in advance: ${error}`)
    process.exit(1)
  },
)
