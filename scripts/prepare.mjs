// @ts-check
/** Installs packages and builds, unless both are up to date. */
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { holdLock } from './hold-lock.mjs'
import { BUILD_NEEDS_MB, readAvailableMb } from './memory.mjs'
import { explainAndExit, Failure, run, step } from './progress.mjs'

export const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const OLDEST_NODE = [20, 19]
export const SOURCES = [
  ...['contract', 'server', 'web', 'emails', 'demo', 'clover-simulator', 'scripts', 'docs/guide'],
  ...['package.json', 'package-lock.json', 'vite.config.ts', 'tsconfig.json'],
]
const SOURCE_HASH = path.join(root, 'dist/.source-hash')
const PICTURE_OR_FONT = /\.(webp|png|jpe?g|avif|gif|ico|woff2?)$/
/** Written by the build, or not part of it. */
const NOT_A_SOURCE = /\.gen\.ts$|\.test\.tsx?$|^\./

export async function prepare() {
  await prepareInstall()
  await prepareBuild()
}

export async function prepareInstall() {
  assertNodeVersion()
  if (isInstalled()) return
  await holdLock(root, async () => {
    if (!isInstalled()) await step('Installing packages', install)
  })
}

export async function prepareBuild() {
  if (await isBuilt()) return
  await holdLock(root, async () => {
    if (await isBuilt()) return
    assertMemory()
    await step('Building the shop', build)
  })
}

/** Before the build, which the system would end half-way; FORCE_BUILD=true tries it nevertheless. */
function assertMemory() {
  const available = readAvailableMb()
  if (available === undefined || available >= BUILD_NEEDS_MB || process.env.FORCE_BUILD) return
  throw new Failure(
    `Building the shop needs about ${BUILD_NEEDS_MB} MB of memory, and only ${available} MB are available here.\n` +
      'Use a release instead, which is built already (docs/deploy-one-machine.md); or add swap:\n' +
      '  fallocate -l 1G /swapfile && chmod 600 /swapfile && mkswap /swapfile && swapon /swapfile\n' +
      'To try it nevertheless: FORCE_BUILD=true npm start',
  )
}

function assertNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST_NODE
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return
  throw new Failure(
    `Petal needs Node.js ${OLDEST_NODE.join('.')} or newer; this is ${process.version}.\n` +
      'Get a current one from https://nodejs.org and try again.',
  )
}

/** Compares package-lock.json with the list that npm writes of what it installed. */
function isInstalled() {
  const wanted = readPackages(path.join(root, 'package-lock.json'))
  if (!wanted) throw new Failure(`There is no package-lock.json in ${root}.`)
  const installed = readPackages(path.join(root, 'node_modules/.package-lock.json'))
  if (!installed) return false
  return Object.entries(wanted).every(([name, { version, optional, devOptional }]) => {
    const found = installed[name]
    // Optional packages of other platforms are in the lock file but not installed.
    return name === '' || (found ? found.version === version : optional || devOptional)
  })
}

/**
 * @param {string} file
 * @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }> | undefined}
 */
function readPackages(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).packages : undefined
}

function install() {
  // With NODE_ENV=production npm would leave out the development packages, which the build needs.
  return npm(['ci', '--include=dev', '--no-audit', '--no-fund'])
}

async function build() {
  const hash = await hashSources()
  rmSync(SOURCE_HASH, { force: true })
  await npm(['run', 'build'])
  await mkdir(path.dirname(SOURCE_HASH), { recursive: true })
  writeFileSync(SOURCE_HASH, hash)
}

async function isBuilt() {
  return existsSync(SOURCE_HASH) && readFileSync(SOURCE_HASH, 'utf8') === (await hashSources())
}

async function hashSources() {
  const hash = createHash('sha256')
  const files = (await Promise.all(SOURCES.map(listFiles))).flat().sort()
  const prints = await Promise.all(files.map(fingerprint))
  for (const print of prints) hash.update(print)
  return hash.digest('hex')
}

/** @param {string} name @returns {Promise<string[]>} */
async function listFiles(name) {
  const found = await stat(path.join(root, name)).catch(() => undefined)
  if (!found) return []
  if (found.isFile()) return [name]
  const entries = await readdir(path.join(root, name), { withFileTypes: true })
  const sources = entries.filter((entry) => !NOT_A_SOURCE.test(entry.name))
  const lists = sources.map((entry) => {
    const file = `${name}/${entry.name}`
    return entry.isDirectory() ? listFiles(file) : [file]
  })
  return (await Promise.all(lists)).flat()
}

/** @param {string} file */
async function fingerprint(file) {
  const full = path.join(root, file)
  // Size instead of content: reading all pictures would take seconds.
  const content = PICTURE_OR_FONT.test(file) ? (await stat(full)).size : await readFile(full)
  return createHash('sha256').update(`${file}\0`).update(String(content)).digest()
}

/** @param {string[]} args */
function npm(args) {
  // The npm that started this script, since PATH may name another one.
  const own = process.env.npm_execpath
  const [command, first] = own?.endsWith('.js') ? [process.execPath, [own]] : ['npm', []]
  return run(command, [...first, ...args], { cwd: root })
}

const isCommand = import.meta.url === pathToFileURL(process.argv[1] ?? '').href
if (isCommand) await prepare().catch(explainAndExit)
