import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

/** release.json of a version, written by scripts/release.ts. */
export type Release = {
  name: string
  version: string
  platform: { os: string; cpu: string }
  /** The oldest Node, such as `>=20.19`. */
  node: string
  built_at: string
}

type Machine = { os: string; cpu: string; node: string; version: string }

/** Compares the archive with the checksum that lies beside it. */
export async function assertChecksum(file: string) {
  const beside = `${file}.sha256`
  if (!existsSync(beside))
    throw new Error(`There is no ${beside}. Download it, too: it shows that the archive is whole.`)
  const wanted = readFileSync(beside, 'utf8').trim().split(/\s+/)[0]?.toLowerCase()
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  if (hash.digest('hex') !== wanted)
    throw new Error(
      `${path.basename(file)} is not the file that its checksum is for. Download both again.`,
    )
}

/** Why a release cannot take over on this machine, if it cannot. */
export function refusalOf({ name, version, platform, node }: Release, machine: Machine) {
  if (name !== 'petal') return 'This is not a release of Petal.'
  if (platform.os !== machine.os || platform.cpu !== machine.cpu)
    return `It is for ${platform.os}-${platform.cpu}, this machine is ${machine.os}-${machine.cpu}.`
  if (compareVersions(machine.node, node.replace(/^\D+/, '')) < 0)
    return `It needs Node ${node.replace(/^\D+/, '')}, this is ${machine.node}.`
  const difference = compareVersions(version, machine.version)
  // Of one version there are several builds when a clone is upgraded (`npm run upgrade`); they are named by their time.
  if (difference === 0 && buildOf(version) > buildOf(machine.version)) return undefined
  if (difference === 0) return `Version ${version} is installed already.`
  if (difference < 0)
    return `It is version ${version}, older than ${machine.version}. To go back, restore the backup from before the upgrade (docs/operating.md, Upgrade).`
  return undefined
}

/** As in semver: `0.3.0-rc.1` comes before `0.3.0`. */
export function compareVersions(one: string, other: string): number {
  const [a, b] = [parse(one), parse(other)]
  for (let n = 0; n < 3; n++) {
    const difference = (a.numbers[n] ?? 0) - (b.numbers[n] ?? 0)
    if (difference !== 0) return Math.sign(difference)
  }
  if (a.pre === b.pre) return 0
  if (!a.pre || !b.pre) return a.pre ? -1 : 1
  return Math.sign(a.pre.localeCompare(b.pre, 'en', { numeric: true }))
}

/** `20261118103000.1a2b3c4` of `0.2.0+20261118103000.1a2b3c4`. */
const buildOf = (version: string) => version.split('+')[1] ?? ''

function parse(version: string) {
  const [main = '', ...pre] = version.split('+')[0]?.split('-') ?? []
  return { numbers: main.split('.').map(Number), pre: pre.join('-') }
}
