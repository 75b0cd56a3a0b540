import { execFile, spawn } from 'node:child_process'
import {
  chown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readFile,
  rename,
  rmdir,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { sizesFor, thisMachine } from '../machine.ts'
import type { Binaries } from './binaries.ts'
import type { RunAs } from './run-as.ts'

const run = promisify(execFile)
const FAST_SHUTDOWN = 'SIGINT'
const IMMEDIATE_SHUTDOWN = 'SIGQUIT'
const SHUTDOWN_LIMIT_MS = 60_000
const LOG_LIMIT_BYTES = 10_000_000

/** PostgreSQL's word for one data directory and the databases in it. */
export type Cluster = {
  dir: string
  runAs: RunAs
  binaries: Binaries
  password: string
  logFile: string
  settings: Settings
}

export type Settings = Record<string, string | number>

/** Without the variables of our own environment, such as PGPORT or PGDATA, which PostgreSQL reads. */
export const PLAIN_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' }

export type Postmaster = { pid: number; socketDir: string; commandLine: string }

/** The server that runs on this data directory, started by this process or another. */
export async function findPostmaster(dir: string): Promise<Postmaster | undefined> {
  const file = await readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pidLine, , , , socketDir] = file.split('\n')
  const pid = Number(pidLine)
  if (!pid || !socketDir) return undefined
  // After a crash the id in the file may belong to another process.
  const commandLine = await commandLineOf(pid)
  return commandLine.includes(` -D ${dir} `) ? { pid, socketDir, commandLine } : undefined
}

async function commandLineOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    return words.replaceAll('\0', ' ')
  }
  const shown = await run('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).catch(() => undefined)
  return `${shown?.stdout.trim() ?? ''} `
}

export function hasCurrentSettings(cluster: Cluster, { commandLine }: Postmaster) {
  return commandLine.startsWith(
    `${[cluster.binaries.postgres, ...argumentsOf(cluster)].join(' ')} `,
  )
}

function argumentsOf({ dir, binaries, settings }: Cluster): string[] {
  const values = {
    listen_addresses: '',
    port: 5432,
    unix_socket_permissions: '0700',
    ...sizesFor(thisMachine()).postgres,
    fsync: 'on',
    // For a solid state disk and short queries, which compiling (jit) would only slow down.
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Read by hasCurrentSettings: a server of an older package is replaced.
    'petal.version': binaries.version,
    ...settings,
  }
  return [
    '-D',
    dir,
    ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Starts the server in its own session, so that Ctrl-C in the terminal does not reach it. */
export async function launchPostmaster(cluster: Cluster, socketDir: string) {
  await replaceForeignPid(cluster.dir)
  await removeStaleSocket(cluster, socketDir)
  const before = await rotateLog(cluster.logFile)
  const logFile = await open(cluster.logFile, 'a', 0o600)
  const args = [...argumentsOf(cluster), '-c', `unix_socket_directories=${socketDir}`]
  const child = spawn(cluster.binaries.postgres, args, {
    cwd: '/',
    detached: true,
    env: PLAIN_ENVIRONMENT,
    stdio: ['ignore', logFile.fd, logFile.fd],
    ...cluster.runAs,
  })
  let failure: Error | undefined
  let output = ''
  child.on('error', (error) => {
    failure = error
  })
  child.unref()
  await logFile.close()

  async function assertAlive() {
    if (!failure && child.exitCode === null && child.signalCode === null) return
    output = (await readFile(cluster.logFile, 'utf8')).slice(before).trim()
    throw new Error(explain(failure?.message ?? output, cluster.dir))
  }
  const isAlreadyRunning = () => /lock file "\S+" already exists|shared memory block/.test(output)
  return { assertAlive, isAlreadyRunning }
}

function explain(output: string, dir: string) {
  if (output.includes('No space left on device')) {
    return `The disk is full: PostgreSQL cannot start on ${dir}. Nothing is lost; make room first.`
  }
  return `PostgreSQL could not start on ${dir}.\n${output}`
}

/**
 * PostgreSQL refuses to start when the process id in a stale lock file belongs to another process
 * now. It ignores the id of its own parent, so we write ours. Deleting the file is not safe: its
 * shared memory key is how PostgreSQL detects backends that survived the last server.
 */
async function replaceForeignPid(dir: string) {
  const file = path.join(dir, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const [pid] = text.split('\n')
  if (!pid || (await findPostmaster(dir)) || !isAlive(Number(pid))) return
  await writeFile(file, text.replace(pid, String(process.pid)))
}

function isAlive(pid: number) {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

async function rotateLog(file: string): Promise<number> {
  const size = await stat(file).then(
    ({ size }) => size,
    () => 0,
  )
  if (size < LOG_LIMIT_BYTES) return size
  await rename(file, `${file}.1`)
  return 0
}

export async function stopPostmaster(dir: string) {
  const running = await findPostmaster(dir)
  if (!running) return
  const { pid } = running
  const isRunning = async () => (await findPostmaster(dir))?.pid === pid
  process.kill(pid, FAST_SHUTDOWN)
  const limit = Date.now() + SHUTDOWN_LIMIT_MS
  while (await isRunning()) {
    if (Date.now() > limit) process.kill(pid, IMMEDIATE_SHUTDOWN)
    await wait(10)
  }
}

/**
 * In /tmp, or where systemd says, and short: the path of a unix socket is limited to little more than 100 characters.
 */
export async function makeSocketDir(runAs: RunAs, wanted?: string): Promise<string> {
  if (wanted && (await isOwnDirectory(wanted, runAs))) return wanted
  if (wanted) await mkdir(wanted, { mode: 0o700 })
  const socketDir =
    wanted ?? (await mkdtemp(path.join(process.env.RUNTIME_DIRECTORY ?? '/tmp', 'petal-')))
  if (runAs) await chown(socketDir, runAs.uid, runAs.gid)
  return socketDir
}

/** Does nothing when the directory is not empty: then another server uses it. */
export async function removeSocketDir(socketDir: string) {
  await rmdir(socketDir).catch(() => {})
}

async function removeStaleSocket({ dir, runAs }: Cluster, socketDir: string) {
  const file = await readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => '')
  const stale = file.split('\n')[4]
  if (!stale || stale === socketDir || !(await isOwnDirectory(stale, runAs))) return
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) {
    await unlink(path.join(stale, name)).catch(() => {})
  }
  await removeSocketDir(stale)
}

/** Every user can create files in /tmp, so a path that we used before may now be another user's. */
async function isOwnDirectory(socketDir: string, runAs: RunAs) {
  const found = await lstat(socketDir).catch(() => undefined)
  return Boolean(found?.isDirectory() && found.uid === (runAs?.uid ?? process.getuid?.()))
}
