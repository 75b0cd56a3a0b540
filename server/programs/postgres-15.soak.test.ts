import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { freePort } from '#server/testing/free-port.ts'

/** The oldest PostgreSQL that the operating guide promises, as Debian's package `postgresql`. */
const PACKAGES = '/usr/lib/postgresql'
const root = path.resolve(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0
const APT = '/usr/bin/apt-get'

/** What has to hold on every PostgreSQL: migrations, demo, checkout, search, jobs, events. */
const CORE = [
  'server/platform/migrate.test.ts',
  'server/platform/jobs.test.ts',
  'server/platform/listener.test.ts',
  'server/platform/limits.test.ts',
  'server/modules/catalog',
  'server/modules/orders',
  'server/modules/payments',
  'server/http/app.test.ts',
  'demo',
]

/** Only to end a test that would wait for ever. */
const LONGEST_MS = 3_600_000
const PATIENCE = { timeout: 600_000, interval: 500 }

let url: string
const cleanups: (() => unknown)[] = []

beforeAll(async () => {
  url = await startCluster(await findPostgres())
})
afterAll(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup()
})

test(
  'the core of the server suite passes',
  async () => {
    // Vitest takes a name that fits nothing for no file at all.
    expect(CORE.filter((name) => !existsSync(path.join(root, name)))).toEqual([])
    const { code, output } = await run(
      path.join(root, 'node_modules/.bin/vitest'),
      ['run', '--reporter=dot', '--maxWorkers=1', '--testTimeout=300000', ...CORE],
      { TEST_DATABASE_URL: url, SOAK: '' },
    )
    expect(code, output).toBe(0)
    expect(output).toMatch(/Tests .*passed/)
  },
  LONGEST_MS,
)

test('the built shop migrates, loads the demo, answers, and its numbers add up', async () => {
  await ask('create database shop')
  const port = String(await freePort())
  const dataDir = mkdtempSync(path.join(tmpdir(), 'petal-pg15-'))
  cleanups.push(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { DATABASE_URL: urlOf('shop'), DATA_DIR: dataDir, PORT: port, WEB_CONCURRENCY: '2' }
  expect(await run(process.execPath, ['dist/server/demo.js'], env)).toMatchObject({ code: 0 })

  const shop = spawn(process.execPath, ['dist/server/supervisor.js'], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const ended = once(shop, 'exit')
  cleanups.push(() => shop.kill('SIGKILL'))
  const search = () => fetch(`http://127.0.0.1:${port}/api/products?search=serum`)
  await vi.waitFor(async () => expect((await search()).status).toBe(200), PATIENCE)
  expect(await (await search()).text()).toMatch(/serum/i)
  expect(await run(process.execPath, ['dist/server/doctor.js'], env)).toMatchObject({ code: 0 })

  shop.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
})

/** The folder of its programs, installed with apt if it is missing. */
async function findPostgres() {
  if (!installed() && isRoot && existsSync(APT)) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'postgresql']]) {
      execFileSync(APT, args, { env, stdio: 'ignore' })
    }
  }
  const bin = installed()
  if (bin) return bin
  throw new Error(
    "This test needs Debian's PostgreSQL. As root, it installs it with apt; otherwise: apt-get install postgresql",
  )
}

/** The oldest one that Petal supports. */
function installed() {
  const versions = existsSync(PACKAGES) ? readdirSync(PACKAGES).map(Number) : []
  const [oldest] = versions.filter((version) => version >= 15).sort((a, b) => a - b)
  return oldest && path.join(PACKAGES, String(oldest), 'bin')
}

/** A temporary cluster; as root it runs as the user that the package created. */
async function startCluster(bin: string) {
  const dir = mkdtempSync('/tmp/petal-pg15-')
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))
  const runAs = isRoot ? { uid: id('-u'), gid: id('-g') } : {}
  if (runAs.uid) chownSync(dir, runAs.uid, runAs.gid)
  cleanups.push(() => rmSync(dir, { recursive: true, force: true }))
  const data = path.join(dir, 'data')
  const options = { ...runAs, cwd: '/', stdio: 'ignore' } as const
  const passwordFile = path.join(dir, 'password')
  writeFileSync(passwordFile, 'secret', { mode: 0o644 })
  const access = ['-U', 'petal', '--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  const locale = ['--encoding=UTF8', '--locale=C.UTF-8']
  execFileSync(path.join(bin, 'initdb'), ['-D', data, ...access, ...locale, '--no-sync'], options)
  const port = await freePort()
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${port}`,
    'fsync=off',
    'max_connections=200',
  ]
  const args = ['-D', data, '-k', dir, ...settings.flatMap((setting) => ['-c', setting])]
  const server = spawn(path.join(bin, 'postgres'), args, options)
  cleanups.push(async () => {
    server.kill('SIGINT')
    await once(server, 'exit')
  })
  url = `postgresql://petal:secret@127.0.0.1:${port}/petal`
  await vi.waitFor(() => ask('create database petal'), { timeout: 60_000, interval: 200 })
  return url
}

const urlOf = (database: string) => url.replace(/petal$/, database)

async function ask(statement: string) {
  const client = new pg.Client({ connectionString: urlOf('postgres') })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}

async function run(command: string, args: string[], env: Record<string, string>) {
  const child = spawn(command, args, { cwd: root, env: { ...process.env, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const [code] = await once(child, 'close')
  return { code, output }
}
