import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { describeFailure, readConfig } from '../platform/config.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { openFileStorage } from '../platform/file-storage.ts'
import { createBackup } from './backup/create-backup.ts'
import { createProgress } from './backup/progress.ts'

const USAGE = 'npm run backup -- FILE, for example: npm run backup -- shop.tar.gz'
const MEGABYTE = 1024 * 1024

/** `npm run backup -- FILE`: database and files in one archive, whether or not the shop runs. */
async function main() {
  const [given] = process.argv.slice(2)
  if (!given) throw new Error(`Say where to put the backup: ${USAGE}`)
  const file = resolve(given)
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name.`)
  const config = readConfig()
  const own = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    const { missing } = await createBackup(
      {
        databaseUrl: config.databaseUrl ?? own?.url ?? '',
        files: await openFileStorage(config),
        encryptionKey: config.secrets.encryption,
        progress: createProgress(console.log),
      },
      file,
    )
    for (const name of missing) console.warn(`Missing in the storage: ${name}`)
    const { size } = await stat(file)
    console.log(`The backup is in ${file} (${(size / MEGABYTE).toFixed(1)} MB).`)
    console.log(
      'It holds personal data and the key of your stored tokens: keep it in a safe place.',
    )
  } finally {
    await own?.stop()
  }
}

await main().catch((error: unknown) => {
  console.error(describeFailure(error))
  process.exitCode = 1
})
