import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { type Cluster, PLAIN_ENVIRONMENT, stopPostmaster } from './postmaster.ts'
import type { RunAs } from './run-as.ts'

const run = promisify(execFile)
const UNFINISHED = '-new-'

/** Creates the cluster in a temporary directory and renames it when complete: a crash leaves no half of one. */
export async function initialiseCluster(cluster: Cluster, log: (line: string) => void) {
  log('Creating the database.')
  await removeLeftovers(cluster.dir)
  const temporary = await mkdtemp(`${cluster.dir}${UNFINISHED}`)
  try {
    await chownTo(temporary, cluster.runAs)
    const fresh = path.join(temporary, 'data')
    await mkdir(fresh, { mode: 0o700 })
    await chownTo(fresh, cluster.runAs)
    const passwordFile = path.join(temporary, 'password')
    await writeFile(passwordFile, cluster.password, { mode: 0o600 })
    await chownTo(passwordFile, cluster.runAs)
    await initdb(cluster, fresh, passwordFile)
    await rename(fresh, cluster.dir).catch(ignoreIfCreatedByAnother)
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

/** Temporary directories of starts that were killed. A recent one may be in use by another start. */
async function removeLeftovers(dir: string) {
  const home = path.dirname(dir)
  const names = await readdir(home)
  for (const name of names.filter((one) => one.startsWith(path.basename(dir) + UNFINISHED))) {
    const { mtimeMs } = await stat(path.join(home, name))
    if (Date.now() - mtimeMs > 60_000)
      await rm(path.join(home, name), { recursive: true, force: true })
  }
}

async function initdb({ binaries, runAs }: Cluster, dir: string, passwordFile: string) {
  const options = ['-D', dir, '--username=petal', `--pwfile=${passwordFile}`]
  const safety = ['--auth=scram-sha-256', '--encoding=UTF8']
  // The bundled ICU sorts the same on every machine; the system's locale does not.
  const sorting = ['--locale-provider=icu', '--icu-locale=en', '--locale=C']
  const failures: string[] = []
  // Trigrams of accented words need a UTF-8 ctype, whose name differs between systems.
  for (const locale of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const args = [...options, ...safety, ...sorting, `--lc-ctype=${locale}`]
    try {
      await run(binaries.initdb, args, { cwd: '/', env: PLAIN_ENVIRONMENT, ...runAs })
      return
    } catch (error) {
      failures.push((error as { stderr?: string }).stderr?.trim() || String(error))
      if (!failures.at(-1)?.includes('invalid locale')) break
    }
  }
  throw new Error(explain(failures.at(-1) ?? '', dir))
}

function explain(output: string, dir: string) {
  if (output.includes('No space left on device')) {
    return `The disk is full: the database in ${path.dirname(dir)} could not be created.`
  }
  return `PostgreSQL could not create a database in ${path.dirname(dir)}.\n${output}`
}

/** For a lost password file: single-user mode asks for no password. */
export async function resetPassword({ dir, binaries, password, runAs }: Cluster) {
  await stopPostmaster(dir)
  const child = spawn(binaries.postgres, ['--single', '-D', dir, 'postgres'], {
    cwd: '/',
    env: PLAIN_ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'ignore'],
    ...runAs,
  })
  child.stdin.end(`alter role petal password '${password}'\n`)
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The password of the database in ${dir} could not be set anew.`)
}

function ignoreIfCreatedByAnother(error: NodeJS.ErrnoException) {
  const isTaken = error.code === 'ENOTEMPTY' || error.code === 'EEXIST'
  if (!isTaken) throw error
}

async function chownTo(file: string, runAs: RunAs) {
  if (runAs) await chown(file, runAs.uid, runAs.gid)
}
