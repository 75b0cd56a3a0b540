import { execFile, spawn } from 'node:child_process'
import { open, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { Cluster } from './cluster.ts'
import { discardSocketDir } from './socket-dir.ts'

const run = promisify(execFile)
const FAST_SHUTDOWN = 'SIGINT'
const IMMEDIATE_SHUTDOWN = 'SIGQUIT'
const SHUTDOWN_LIMIT_MS = 60_000
const LOG_LIMIT_BYTES = 10_000_000

/** Nothing of ours, such as PGPORT or PGDATA, may change how the server runs. */
export const PLAIN_ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', TZ: 'UTC' }

export type Postmaster = { pid: number; socketDir: string; commandLine: string }

/** The server that runs on this data directory, whoever started it. */
export async function findPostmaster(dir: string): Promise<Postmaster | undefined> {
  const file = await readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => '')
  const [pidLine, , , , socketDir] = file.split('\n')
  const pid = Number(pidLine)
  if (!pid || !socketDir) return undefined
  // The number in a stale file may belong to any other process by now.
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
  return commandLine.startsWith(`${[cluster.binaries.postgres, ...settings(cluster)].join(' ')} `)
}

function settings({ dir, binaries }: Cluster): string[] {
  const values = {
    listen_addresses: '',
    port: 5432,
    unix_socket_permissions: '0700',
    shared_buffers: '128MB',
    max_connections: Math.max(100, availableParallelism() * 30),
    fsync: 'on',
    // Made for rows by the handful on a solid state disk; compiling queries would only delay them.
    random_page_cost: 1.1,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    // Only for ourselves: tells a server of an older package from one of this.
    'petal.version': binaries.version,
  }
  return [
    '-D',
    dir,
    ...Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/** Starts the server in a session of its own: Ctrl-C in the terminal is for the app alone. */
export async function launchPostmaster(cluster: Cluster, socketDir: string) {
  await disownForeignPid(cluster.dir)
  await discardStaleSocket(cluster, socketDir)
  const before = await rotateLog(cluster.logFile)
  const logFile = await open(cluster.logFile, 'a', 0o600)
  const args = [...settings(cluster), '-c', `unix_socket_directories=${socketDir}`]
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
  const lostTheRace = () => /lock file "\S+" already exists|shared memory block/.test(output)
  return { assertAlive, lostTheRace }
}

function explain(output: string, dir: string) {
  if (output.includes('No space left on device')) {
    return `The disk is full: PostgreSQL cannot start on ${dir}. Nothing is lost; make room first.`
  }
  return `PostgreSQL could not start on ${dir}.\n${output}`
}

/**
 * PostgreSQL believes a stale lock file whose process number now belongs to another process. It
 * knows that its own parent cannot be a server, so we enter ourselves. Deleting the file would also
 * delete its memory of backends that may have outlived the last server.
 */
async function disownForeignPid(dir: string) {
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

async function discardStaleSocket({ dir, runAs }: Cluster, socketDir: string) {
  const file = await readFile(path.join(dir, 'postmaster.pid'), 'utf8').catch(() => '')
  const stale = file.split('\n')[4]
  if (stale && stale !== socketDir) await discardSocketDir(stale, runAs)
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
