import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { vi } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres.ts'
import { onFileEnd } from './cleanup.ts'
import { freePort } from './server.ts'

const root = path.resolve(import.meta.dirname, '../..')

export type BuiltShop = Awaited<ReturnType<typeof givenBuiltShop>>

/** The shop as `npm start` runs it after a build: supervisor, PostgreSQL, simulator and two web processes. */
export async function givenBuiltShop(env: Record<string, string> = {}) {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'petal-built-'))
  const port = await freePort()
  const url = `http://localhost:${port}`
  const output: string[] = []
  const supervisor = spawn(process.execPath, ['dist/server/supervisor.js'], {
    cwd: root,
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: dataDir,
      WEB_CONCURRENCY: '2',
      TRUST_PROXY: '1',
      LOG_LEVEL: 'fatal',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [supervisor.stdout, supervisor.stderr]) {
    stream.on('data', (chunk) => output.push(String(chunk)))
  }
  onFileEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  onFileEnd(() => endSupervisor(supervisor))
  await vi.waitFor(
    () => {
      if (supervisor.exitCode !== null) throw new Error(`It ended: ${output.join('')}`)
      if (!output.join('').includes('Petal is open')) throw new Error('It is still starting')
    },
    { timeout: 180_000, interval: 200 },
  )
  // Shares the running server; it stops with the supervisor.
  const database = await startEmbeddedPostgres({ dataDir })
  onFileEnd(() => database.stop())

  /** For what no request can do or show. Waits for a database that is starting again. */
  async function query<Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> {
    return vi.waitFor(
      async () => {
        const client = new pg.Client({ connectionString: database.url })
        client.on('error', () => {})
        await client.connect()
        return (await client.query<Row>(text, values).finally(() => client.end())).rows
      },
      { timeout: 60_000, interval: 200 },
    )
  }

  return {
    url,
    dataDir,
    databaseUrl: database.url,
    query,
    output: () => output.join(''),
    webProcesses: () => childrenOf(supervisor.pid ?? 0).filter(isWebProcess),
    postmaster: () =>
      Number(readFileSync(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]),
  }
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
