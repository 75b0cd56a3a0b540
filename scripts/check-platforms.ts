/**
 * Fails when package-lock.json cannot be installed on a machine that we support. npm silently drops
 * an optional package that the registry does not have at the time of `npm install`, so a native
 * package may lose the binary of another platform without any error here.
 */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Package = {
  version?: string
  resolved?: string
  os?: string[]
  cpu?: string[]
  libc?: string[]
  optionalDependencies?: Record<string, string>
}
type Packages = Record<string, Package>

type Platform = { os: string; cpu: string; libc?: string }

const PLATFORMS: Platform[] = [
  { os: 'linux', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
]

export function checkPlatforms(packages: Packages): string[] {
  return Object.entries(packages).flatMap(([location, one]) => [
    ...missingPlatforms(packages, location, one),
    ...registryHost(location, one),
  ])
}

/** A native package is one whose optional dependencies are built for different platforms. */
function missingPlatforms(packages: Packages, location: string, one: Package): string[] {
  const declared = Object.keys(one.optionalDependencies ?? {})
  const builds = declared.flatMap((name) => find(packages, location, name) ?? [])
  const native = builds.filter(({ os, cpu }) => os && cpu)
  const isFamily = native.length > 1 || declared.filter(namesPlatform).length > 1
  if (!isFamily) return []

  const dropped = declared.filter((name) => namesPlatform(name) && !find(packages, location, name))
  const hasMusl = native.some(({ libc }) => libc?.includes('musl'))
  const uncovered = platforms(hasMusl).filter(
    (platform) => !native.some((build) => isFor(build, platform)),
  )
  return [
    ...dropped.map((name) => `${nameOf(location)} lacks its package ${name}`),
    ...uncovered.map(
      ({ os, cpu, libc }) =>
        `${nameOf(location)} ${one.version} has no build for ${[os, cpu, libc].filter(Boolean).join(' ')}`,
    ),
  ]
}

const platforms = (hasMusl: boolean): Platform[] =>
  PLATFORMS.flatMap((one): Platform[] =>
    one.os === 'linux' && hasMusl
      ? [
          { ...one, libc: 'glibc' },
          { ...one, libc: 'musl' },
        ]
      : [one],
  )

/** A build without `libc` runs on both. */
const isFor = (build: Package, { os, cpu, libc }: Platform) =>
  build.os?.includes(os) &&
  build.cpu?.includes(cpu) &&
  (!libc || !build.libc || build.libc.includes(libc))

/** A dropped package has no `os` and `cpu` to read, only its name. */
function namesPlatform(name: string) {
  const short = name.replace(/^@[^/]+\//, '').replace('windows', 'win32')
  return PLATFORMS.some(({ os, cpu }) => short.includes(os) && short.split('-').includes(cpu))
}

/** As Node resolves it: nested in the package itself, or in a folder above. */
function find(packages: Packages, location: string, name: string): Package | undefined {
  for (let folder = location; ; folder = parentOf(folder)) {
    const found = packages[`${folder}${folder && '/'}node_modules/${name}`]
    if (found || !folder) return found
  }
}

const parentOf = (location: string) =>
  location.slice(0, Math.max(0, location.lastIndexOf('/node_modules/')))

const nameOf = (location: string) => location.replace(/^.*node_modules\//, '')

/** With a host, `npm ci` would ask the registry that the lock file was written with, not the user's. */
function registryHost(location: string, { resolved }: Package): string[] {
  return resolved?.startsWith('http')
    ? [
        `${nameOf(location)} names the registry ${new URL(resolved).host}: npm config set omit-lockfile-registry-resolved true`,
      ]
    : []
}

async function main() {
  const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'))
  const problems = checkPlatforms(lock.packages)
  for (const problem of problems) console.error(`package-lock.json  ${problem}`)
  if (problems.length > 0) process.exitCode = 1
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await main()
