import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { findPostmaster } from '#server/platform/embedded-postgres/postmaster.ts'
import { databaseUrl } from '#server/platform/embedded-postgres/presence.ts'
import { onFileEnd } from './cleanup.ts'
import { freePort } from './free-port.ts'

const root = path.resolve(import.meta.dirname, '../..')
/** Only to end a test that would wait for ever; a busy machine takes its time. */
const PATIENCE = { timeout: 300_000, interval: 200 }

const RESTARTED = 'All web processes are restarted.'

export type BuiltShop = Awaited<ReturnType<typeof givenBuiltShop>>

/**
 * The shop as `npm start` runs it after a build: supervisor, PostgreSQL, simulator and two web processes. `within` is
 * a command that runs the one given to it, such as one that limits the memory. `release`: the folder of an unpacked
 * one, which runs instead of the build. A `DATA_DIR` is removed by the caller.
 */
export async function givenBuiltShop(
  env: Record<string, string> = {},
  { within = [], release }: { within?: string[]; release?: string } = {},
) {
  const dataDir = env.DATA_DIR ?? mkdtempSync(path.join(tmpdir(), 'petal-built-'))
  const port = env.PORT ?? (await freePort())
  const simulatorPort = env.CLOVER_SIMULATOR_PORT ?? (await freePort())
  const ownEnv = {
    ...process.env,
    PORT: String(port),
    CLOVER_SIMULATOR_PORT: String(simulatorPort),
    DATA_DIR: dataDir,
    WEB_CONCURRENCY: '2',
    TRUST_PROXY: '1',
    LOG_LEVEL: 'fatal',
    ...env,
  }
  const output: string[] = []
  const own = release
    ? [path.join(release, 'petal'), 'start']
    : [process.execPath, 'dist/server/supervisor.js']
  const [command = '', ...args] = [...within, ...own]
  const supervisor = spawn(command, args, {
    cwd: release ?? root,
    env: ownEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.on('data', (chunk) => output.push(String(chunk)))
  }
  if (!env.DATA_DIR) onFileEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  onFileEnd(() => endSupervisor(supervisor))
  await vi.waitFor(() => {
    if (supervisor.exitCode !== null) throw new Error(`It ended: ${output.join('')}`)
    if (!output.join('').includes('Petal is open')) {
      throw new Error(`It did not open. Its output: ${output.join('')}`)
    }
  }, PATIENCE)

  const findServer = async () => {
    const server = await findPostmaster(path.join(dataDir, 'postgres'))
    if (!server) throw new Error('PostgreSQL does not run')
    return server
  }

  /** For what no request can do or show. Waits for a database that is starting again. */
  async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return vi.waitFor(async () => {
      // Not by startEmbeddedPostgres: it would start the server again, which is for the supervisor to do.
      const { socketDir } = await findServer()
      const password = (await readFile(path.join(dataDir, 'postgres-password'), 'utf8')).trim()
      const url = databaseUrl(password, socketDir, 'petal')
      const client = new pg.Client({ connectionString: url })
      client.on('error', () => {})
      await client.connect()
      return (await client.query<Row>(text, values).finally(() => client.end())).rows
    }, PATIENCE)
  }

  return {
    url: `http://localhost:${port}`,
    env: ownEnv,
    query,
    output: () => output.join(''),
    /** Oldest first. One that has just been started may not listen yet. */
    webProcesses: () => childrenOf(supervisor.pid ?? 0).filter(isWebProcess),
    /** The folders of the versions that they run. */
    versionFolders: () => [
      ...new Set(
        childrenOf(supervisor.pid ?? 0)
          .filter(isWebProcess)
          .map(
            (pid) => /(\/[^\0]*)\/dist\/server\/web\.js/.exec(readProc(pid, 'cmdline'))?.[1] ?? '',
          ),
      ),
    ],
    /** A rolling restart; resolves when all of them are new. */
    async restartWebProcesses() {
      const countDone = () => output.join('').split(RESTARTED).length
      const before = countDone()
      supervisor.kill('SIGHUP')
      await vi.waitFor(() => {
        if (countDone() === before) throw new Error(`No restart. Its output: ${output.join('')}`)
      }, PATIENCE)
    },
    /** The most memory that each picture encoder had, in MB. */
    encoderPeaksMb: () =>
      childrenOf(supervisor.pid ?? 0)
        .flatMap(childrenOf)
        .filter((pid) => readProc(pid, 'cmdline').includes('picture-encoder.js'))
        .map((pid) => Number(/^VmHWM:\s+(\d+)/m.exec(readProc(pid, 'status'))?.[1]) / 1024),
    /** Kills the database server; resolves when another one answers. */
    async killPostgres() {
      const { pid } = await vi.waitFor(findServer, PATIENCE)
      process.kill(pid, 'SIGKILL')
      await vi.waitFor(async () => {
        if ((await findServer()).pid === pid) throw new Error('The killed server still runs')
      }, PATIENCE)
      await query('select 1')
    },
    terminateConnections: () =>
      query<{ count: number }>(
        `select count(pg_terminate_backend(pid))::int as count from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      ),
    simulator: createSimulatorControl(`http://127.0.0.1:${simulatorPort}`),
    /** `npm run doctor` on the data of this shop, or `petal doctor` of its release. */
    doctor: () =>
      release
        ? run(path.join(release, 'petal'), ['doctor'], ownEnv)
        : run(process.execPath, ['dist/server/doctor.js'], ownEnv),
    /** Another one may then start on its data: `givenBuiltShop({ DATA_DIR: shop.env.DATA_DIR })`. */
    stop: () => endSupervisor(supervisor),
  }
}

/** `/_control` of the simulator, which runs in a process of its own. */
function createSimulatorControl(url: string) {
  return async <Answer>(method: string, what: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/_control/${what}`, {
      method,
      body: body && JSON.stringify(body),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`The simulator answered ${response.status}: ${text}`)
    return JSON.parse(text)
  }
}

async function run(program: string, args: string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, args, { cwd: root, env })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output: output.trim() }
}

async function endSupervisor(supervisor: ChildProcess) {
  if (supervisor.exitCode !== null) return
  const ended = once(supervisor, 'exit')
  supervisor.kill('SIGTERM')
  await ended
}

/** From /proc, since no other program may be installed. */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .sort((one, other) => one - other)
    .filter((pid) => {
      const status = readProc(pid, 'status')
      return Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === parent
    })
}

const isWebProcess = (pid: number) => readProc(pid, 'cmdline').includes('dist/server/web.js')

function readProc(pid: number, file: string) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}
