import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readFile, realpath, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Binaries, findBinaries } from './binaries.ts'
import { initialiseCluster, resetPassword } from './initialise-cluster.ts'
import { locateCluster, moveWithinReach } from './locate-cluster.ts'
import { readOrCreatePassword } from './password.ts'
import { canEnter, isRoot, type RunAs, unprivilegedUser } from './run-as.ts'

const run = promisify(execFile)

/** PostgreSQL's word for one data directory and the databases in it. */
export type Cluster = {
  dir: string
  runAs: RunAs
  binaries: Binaries
  password: string
  logFile: string
}

/** Everything that must be true before a server can start on these data. */
export async function prepareCluster(
  dataDir: string,
  log: (line: string) => void,
): Promise<Cluster> {
  refuseWindows()
  const home = await makeDataDir(dataDir)
  let dir = await locateCluster(home)
  const runAs = (await ownerOf(dir)) ?? (await unprivilegedUser())
  if (runAs) await handOver(dir, runAs)
  if (runAs) await letPass(home, runAs)
  if (runAs && !(await canEnter(runAs, path.dirname(dir)))) {
    dir = await moveWithinReach(home, dir, runAs)
    log(`Database files are in ${dir}, since PostgreSQL cannot run as root and reach ${home}.`)
  }

  const binaries = await findBinaries(runAs)
  const { password, isNew } = await readOrCreatePassword(path.join(home, 'postgres-password'))
  const cluster = { dir, runAs, binaries, password, logFile: path.join(home, 'postgres.log') }
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

/** Lets PostgreSQL's user, and no one else, pass through a private data directory of root's. */
async function letPass(dataDir: string, { gid }: { gid: number }) {
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

/** Data stay with the user who wrote them, also when root starts what a normal user began. */
async function ownerOf(dir: string): Promise<RunAs> {
  const found = await stat(dir).catch(() => undefined)
  if (!found || found.uid === process.getuid?.()) return undefined
  if (isRoot) return { uid: found.uid, gid: found.gid }
  throw new Error(
    `The database in ${dir} belongs to another user (id ${found.uid}). ` +
      'Start Petal as that user or as root, or choose another DATA_DIR.',
  )
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
