import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline/promises'
import {
  createProgress,
  dataKeyOf,
  readHeaderOf,
  restoreBackup,
  SEALED,
} from '../modules/backups/index.ts'
import { type Config, readConfig } from '../platform/config.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts'
import { openFileStorage } from '../platform/file-storage.ts'
import { commandFor } from '../platform/installation.ts'
import { replaceStoredSecret } from '../platform/secrets.ts'
import { findProblems } from './check-invariants.ts'

const USAGE = `${commandFor('restore', 'FILE')}, for example: ${commandFor('restore', 'shop.tar.gz')}`
const AS_IT_WAS = '--as-it-was'

/**
 * `npm run restore -- FILE`: a backup, or a copy with its passphrase, into an empty shop, which must not run meanwhile;
 * then the doctor. With
 * `--as-it-was` it stays a shop of the version that made it, which is to be started then.
 */
async function main() {
  const args = process.argv.slice(2)
  const upgrade = !args.includes(AS_IT_WAS)
  const given = args.find((arg) => arg !== AS_IT_WAS)
  if (!given) throw new Error(`Say which backup: ${USAGE}`)
  const file = resolve(given)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const config = readConfig()
  const own = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir })
  try {
    const databaseUrl = config.databaseUrl ?? own?.url ?? ''
    const files = await openFileStorage(config)
    const progress = createProgress(console.log)
    const acceptEncryptionKey = (key: string) => acceptKey(config, key)
    const backup = file.endsWith(SEALED) ? await openSealed(file) : file
    const { created_at } = await restoreBackup(
      { databaseUrl, files, progress, acceptEncryptionKey, upgrade },
      backup,
    )
    console.log(`The shop is as it was on ${created_at}.`)
    if (!upgrade) return console.log('Start it with the version of Petal that made the backup.')
    const findings = await findProblems(databaseUrl, files)
    for (const finding of findings) console.error(finding)
    if (findings.length > 0) process.exitCode = 1
    else console.log(`Everything adds up. Start it with ${commandFor('start')}.`)
  } finally {
    await own?.stop()
  }
}

/** A copy from the bucket. The passphrase is asked for, or in BACKUP_PASSPHRASE. */
async function openSealed(file: string) {
  const header = await readHeaderOf(file)
  const passphrase = process.env.BACKUP_PASSPHRASE ?? (await askPassphrase())
  return { file, data_key: await dataKeyOf(header, passphrase) }
}

async function askPassphrase() {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await lines.question('Passphrase of the backup: ')
  } finally {
    lines.close()
  }
}

function acceptKey({ dataDir, secrets }: Config, key: string) {
  if (key === secrets.encryption) return
  if (process.env.ENCRYPTION_KEY)
    throw new Error(
      'The backup was made with another ENCRYPTION_KEY. Set that one, or none: it is in the backup.',
    )
  replaceStoredSecret(dataDir, 'encryption', key)
}

await main().catch((error: unknown) => {
  console.error(describeFailure(error))
  process.exitCode = 1
})
