/** Draws the renditions that stored pictures lack, and ends. The supervisor starts it at low priority. */
import { drawMissingRenditions, encodePicture } from '../modules/media/index.ts'
import { readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/database.ts'
import { openFileStorage } from '../platform/file-storage.ts'

async function main() {
  const config = readConfig()
  if (!config.databaseUrl) throw new Error('DATABASE_URL is not set.')
  const database = connectDatabase(config.databaseUrl, { max: 1 })
  const { db } = database
  const files = await openFileStorage(config)
  // With an encoder of its own: at this priority a picture may take long on a busy machine, and uploads must not wait.
  await drawMissingRenditions({ db, files, encodePicture }).finally(database.close)
}

// Without its supervisor nobody would stop it.
process.once('disconnect', () => process.exit(0))
await main().then(
  () => process.exit(0),
  (error: unknown) => {
    console.error(`Picture renditions could not be drawn in advance: ${error}`)
    process.exit(1)
  },
)
