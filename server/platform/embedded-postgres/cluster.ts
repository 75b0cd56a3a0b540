import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, chown, mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { findBinaries } from './binaries.ts'
import { initialiseCluster, resetPassword } from './initialise-cluster.ts'
import { locateCluster, moveWithinReach } from './locate-cluster.ts'
import type { Cluster, Settings } from './postmaster.ts'
import { canEnter, isRoot, type RunAs, unprivilegedUser } from './run-as.ts'

const run = promisify(execFile)

/** Finds or creates the cluster of a data directory, owned by a user that may run PostgreSQL. */
export async function prepareCluster(
  dataDir: string,
  settings: Settings,
  log: (line: string) => void,
): Promise<Cluster> {
  refuseWindows()
  const home = await makeDataDir(dataDir)
  let dir = await locateCluster(home)
  const runAs = (await ownerOf(dir)) ?? (await unprivilegedUser())
  if (runAs) await handOver(dir, runAs)
  if (runAs) await allowTraversal(home, runAs)
  if (runAs && !(await canEnter(runAs, path.dirname(dir)))) {
    dir = await moveWithinReach(home, dir, runAs)
    log(`Database files are in ${dir}, since PostgreSQL cannot run as root and reach ${home}.`)
  }

  const binaries = await findBinaries(runAs)
  const { password, isNew } = await readOrCreatePassword(path.join(home, 'postgres-password'))
  const logFile = path.join(home, 'postgres.log')
  const cluster = { dir, runAs, binaries, password, logFile, settings }
  const existing = await versionOf(dir)
  if (!existing) await initialiseCluster(cluster, log)
  else assertSameVersion(existing, cluster)
  if (existing && isNew) await resetPassword(cluster)
  return cluster
}

function refuseWindows() {
  if (process.platform !== 'win32') return
  throw new Error(
    'The built-in PostgreSQL has not been made to work on Windows. ' +
      'Set DATABASE_URL to a PostgreSQL of your own, or start Petal inside WSL.',
  )
}

async function makeDataDir(dataDir: string) {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  return realpath(dataDir)
}

/** Lets PostgreSQL's user, and no other, traverse a private data directory of root's. */
async function allowTraversal(dataDir: string, { gid }: { gid: number }) {
  const { mode, ...found } = await stat(dataDir)
  const isPrivate = (mode & 0o077) === 0 && found.uid === 0
  if (!isPrivate) return
  await chown(dataDir, 0, gid)
  await chmod(dataDir, (mode & 0o7777) | 0o010)
}

/** A restored backup may have made root the owner. */
async function handOver(dir: string, { uid, gid }: { uid: number; gid: number }) {
  const found = await stat(dir).catch(() => undefined)
  if (found?.uid === 0) await run('chown', ['-R', `${uid}:${gid}`, dir])
}

/** A cluster that a normal user created still belongs to that user when root starts it. */
async function ownerOf(dir: string): Promise<RunAs> {
  const found = await stat(dir).catch(() => undefined)
  if (!found || found.uid === process.getuid?.()) return undefined
  if (isRoot) return { uid: found.uid, gid: found.gid }
  throw new Error(
    `The database in ${dir} belongs to another user (id ${found.uid}). ` +
      'Start Petal as that user or as root, or choose another DATA_DIR.',
  )
}

async function readOrCreatePassword(file: string) {
  const password = randomBytes(24).toString('base64url')
  try {
    await writeFile(file, password, { mode: 0o600, flag: 'wx' })
    return { password, isNew: true }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    return { password: (await readFile(file, 'utf8')).trim(), isNew: false }
  }
}

async function versionOf(dir: string): Promise<string | undefined> {
  const text = await readFile(path.join(dir, 'PG_VERSION'), 'utf8').catch((error) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  return text.trim() || undefined
}

function assertSameVersion(existing: string, { dir, binaries }: Cluster) {
  const own = binaries.version.split('.')[0]
  if (existing === own) return
  throw new Error(
    `The database in ${dir} was written by PostgreSQL ${existing}, this Petal brings ` +
      `PostgreSQL ${own}. Move the data with pg_dump of the old version and psql, or set ` +
      'DATABASE_URL to a PostgreSQL of your own.',
  )
}
