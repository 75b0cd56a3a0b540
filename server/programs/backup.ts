import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { BACKUP_KINDS } from '#contract/backups.ts'
import {
  answerOf,
  backupsFolder,
  copyNewest,
  createBackup,
  createProgress,
  takeBackup,
} from '../modules/backups/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/database.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { openFileStorage } from '../platform/file-storage.ts'
import { commandFor } from '../platform/installation.ts'

const USAGE = `${commandFor('backup', 'FILE')}, for example: ${commandFor('backup', 'shop.tar.gz')}`
const MEGABYTE = 1024 * 1024

/** `npm run backup -- FILE`: database and files in one archive, whether or not the shop runs. `--copy`: into the bucket. */
async function main() {
  const [given] = process.argv.slice(2)
  if (!given) throw new Error(`Say where to put the backup: ${USAGE}`)
  const kind = BACKUP_KINDS.find((one) => given === `--kind=${one}`)
  const config = readConfig()
  const own = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    const source = {
      databaseUrl: config.databaseUrl ?? own?.url ?? '',
      files: await openFileStorage(config),
      encryptionKey: config.secrets.encryption,
      progress: createProgress(console.log),
    }
    if (given === '--copy') await copy(config, source.databaseUrl)
    else if (kind) {
      await reportToParent(takeBackup({ ...source, folder: backupsFolder(config.dataDir) }, kind))
    } else await writeFile(source, resolve(given))
  } finally {
    await own?.stop()
  }
}

async function writeFile(source: Parameters<typeof createBackup>[0], file: string) {
  if (existsSync(file)) throw new Error(`${file} exists already. Choose another name.`)
  const { missing } = await createBackup(source, file)
  for (const name of missing) console.warn(`Missing in the storage: ${name}`)
  const { size } = await stat(file)
  console.log(`The backup is in ${file} (${Math.max(0.1, size / MEGABYTE).toFixed(1)} MB).`)
  console.log('It holds personal data and the key of your stored tokens: keep it in a safe place.')
}

/** The newest backup into the bucket, for the web process that started this one. */
async function copy(config: Config, databaseUrl: string) {
  process.once('disconnect', () => process.exit(1))
  const database = connectDatabase(databaseUrl, { max: 2 })
  try {
    const name = await copyNewest({ config, db: database.db, now: () => new Date() })
    console.log(name ? `Copied ${name}.` : 'There is nothing to copy.')
  } finally {
    await database.close()
    if (process.connected) process.disconnect()
  }
}

/** Into the folder of backups, for the web process or the supervisor that started this one. */
async function reportToParent(taking: ReturnType<typeof takeBackup>) {
  const end = () => process.exit(1)
  process.once('disconnect', end)
  const answer = await answerOf(taking)
  process.off('disconnect', end)
  if (process.connected) {
    await new Promise((sent) => process.send?.(answer, sent))
    process.disconnect()
  } else console.log('backup' in answer ? answer.backup.name : answer.failure)
  if ('failure' in answer) process.exitCode = 1
}

await main().catch((error: unknown) => {
  console.error(describeFailure(error))
  process.exitCode = 1
})
