import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { rm, stat, writeFile } from 'node:fs/promises'
import { type Config, readConfig } from '../platform/config.ts'
import { describeFailure } from '../platform/describe-failure.ts'
import { programIn, releaseHome, versionFolder, versionIn } from '../platform/installation.ts'
import { connectToShop } from './supervisor/hand-over.ts'
import { unfinishedUpgrade } from './supervisor/prepare-database.ts'
import { assertChecksum, refusalOf } from './upgrade/check-release.ts'
import { makeCurrent, removeOthers, unpack } from './upgrade/versions.ts'

const USAGE = './petal upgrade FILE, for example: ./petal upgrade petal-0.3.0-linux-x64.tar.gz'

/** `petal upgrade FILE`: another version beside this one, which takes over while the shop serves. */
async function main() {
  const home = releaseHome()
  const [file] = process.argv.slice(2)
  if (!home) throw new Error('Only a release upgrades itself. In a clone: git pull && npm start')
  if (!file) throw new Error(`Say which release: ${USAGE}`)
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`)
  const config = readConfig()
  await assertSameUser(config)
  await assertChecksum(file)
  const unpacked = await unpack(home, file)
  const version = versionIn(versionFolder)
  const { platform: os, arch: cpu, versions } = process
  const refusal = refusalOf(unpacked.release, { os, cpu, node: versions.node, version })
  if (refusal) {
    await unpacked.discard()
    throw new Error(refusal)
  }
  await takeOver(
    { home, config, from: version, to: unpacked.release.version },
    await unpacked.moveIn(),
  )
}

type Upgrade = { home: string; config: Config; from: string; to: string }

async function takeOver({ home, config, from, to }: Upgrade, folder: string) {
  const shop = await connectToShop(config.dataDir)
  if (!shop) {
    await makeCurrent(home, folder)
    await removeOthers(home, [folder, versionFolder])
    return console.log(`Version ${to} is in place. The next start backs up and upgrades the data.`)
  }
  const unfinished = unfinishedUpgrade(config.dataDir)
  try {
    await writeFile(unfinished, `${JSON.stringify({ from, to })}\n`)
    await runProgram(programIn(folder, 'upgrade-database.js'))
    console.log(`Handing over from ${from} to ${to} …`)
    await shop.handOver(folder)
  } catch (error) {
    // Its note stays: the tables may be those of the new version.
    await rm(folder, { recursive: true, force: true })
    const reason = String(describeFailure(error))
    throw new Error(`Version ${to} did not take over: ${reason}\nThe shop runs on with ${from}.`)
  } finally {
    shop.close()
  }
  await makeCurrent(home, folder)
  await rm(unfinished)
  await removeOthers(home, [folder, versionFolder, shop.supervisor])
  console.log(`Version ${to} serves. ${from} stays until the next upgrade.`)
}

async function runProgram(program: string) {
  const child = spawn(process.execPath, [program], { stdio: 'inherit' })
  const [code, signal] = await once(child, 'exit')
  if (code !== 0)
    throw new Error(`its database step ended (${signal ?? `code ${code}`}), see above.`)
}

/** Backups and secrets that another user writes could not be read by the shop. */
async function assertSameUser({ dataDir }: Config) {
  const { uid } = await stat(dataDir)
  if (uid === process.getuid?.()) return
  throw new Error(
    `${dataDir} belongs to the user with the id ${uid}. Run this as that user, for example: runuser -u petal -- ${USAGE}`,
  )
}

await main().catch((error: unknown) => {
  console.error(describeFailure(error))
  process.exitCode = 1
})
