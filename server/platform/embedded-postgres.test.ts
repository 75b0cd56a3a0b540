import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { succeeds } from './embedded-postgres/run-as.ts'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const isRoot = process.getuid?.() === 0
const here = path.dirname(fileURLToPath(import.meta.url))
const nobody = { uid: 65_534, gid: 65_534 }
const isReadableByAll =
  isRoot &&
  (await succeeds(
    process.execPath,
    ['--eval', `fs.readFileSync(${JSON.stringify(fileURLToPath(import.meta.url))})`],
    nobody,
  ))

let dataDir: string
const cleanups: (() => unknown)[] = []

beforeEach(async () => {
  dataDir = await givenDataDir('/tmp')
})

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

test('what was written is there after a stop and a second start', async () => {
  const first = await start()
  await ask(first.url, 'create table jars (name text); insert into jars values ($$Crème$$)')
  await first.stop()

  const second = await start()
  expect(await ask(second.url, 'select name from jars')).toEqual([{ name: 'Crème' }])
})

test('only the first start creates the database', async () => {
  const lines: string[] = []
  for (let round = 0; round < 2; round++) {
    const server = await startEmbeddedPostgres({ dataDir, log: (line) => lines.push(line) })
    await server.stop()
  }
  expect(lines).toEqual(['Creating the database.'])
})

test('it is a real PostgreSQL that searches and sorts accented words', async () => {
  const { url } = await start()
  await ask(url, 'create extension pg_trgm; create extension unaccent')
  const [trigrams] = await ask(url, "select show_trgm('Été') as found")
  expect(trigrams.found).toHaveLength(4)
  const sorted = await ask(url, "select w from unnest(array['zinc', 'Été', 'apple']) w order by w")
  expect(sorted.map(({ w }) => w)).toEqual(['apple', 'Été', 'zinc'])
  expect(await ask(url, 'show fsync')).toEqual([{ fsync: 'on' }])
})

test('connecting needs the password, which only its owner can read', async () => {
  const { url } = await start()
  expect(await ask(url, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])

  const wrong = url.replace(/petal:[^@]+@/, 'petal:guess@')
  await expect(ask(wrong, 'select 1')).rejects.toThrow('password authentication failed')

  const { mode } = await stat(path.join(dataDir, 'postgres-password'))
  expect(mode & 0o777).toBe(0o600)
  expect((await stat(await clusterDir())).mode & 0o077).toBe(0)
})

test('a lost password file is replaced, and the data stay', async () => {
  const first = await start()
  await ask(first.url, 'create table jars (name text)')
  await first.stop()
  await rm(path.join(dataDir, 'postgres-password'))

  const second = await start()
  expect(second.url).not.toBe(first.url)
  expect(await ask(second.url, 'select * from jars')).toEqual([])
})

test('after kill -9 of the app the next start finds the server with all data', async () => {
  const app = await givenApp({ dataDir })
  await ask(app.url, 'create table jars (name text); insert into jars values ($$Balm$$)')
  await app.kill()

  const next = await start()
  expect(await ask(next.url, 'select name from jars')).toEqual([{ name: 'Balm' }])
  await next.stop()
  expect(await findPostmaster(await clusterDir())).toBeUndefined()
})

test('after kill -9 of the app and of PostgreSQL the next start recovers all data', async () => {
  const app = await givenApp({ dataDir })
  await ask(app.url, 'create table jars (name text); insert into jars values ($$Balm$$)')
  const { pid } = (await findPostmaster(await clusterDir()))!
  await app.kill()
  process.kill(pid, 'SIGKILL')

  const next = await start()
  expect(await ask(next.url, 'select name from jars')).toEqual([{ name: 'Balm' }])
})

test('a PostgreSQL that is killed while the app runs comes back under the same address', async () => {
  const { url } = await start()
  await ask(url, 'create table jars (name text)')
  const killed = (await findPostmaster(await clusterDir()))!
  process.kill(killed.pid, 'SIGKILL')

  const pid = async () => (await findPostmaster(await clusterDir()))?.pid ?? killed.pid
  await expect.poll(pid, { timeout: 20_000 }).not.toBe(killed.pid)
  const jars = () => ask(url, 'select * from jars').catch(() => 'down')
  await expect.poll(jars, { timeout: 20_000 }).toEqual([])
})

test('a stale lock file whose process number now belongs to another process does no harm', async () => {
  const first = await start()
  const lockFile = path.join(await clusterDir(), 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8')).split('\n')
  await first.stop()

  const { uid, gid } = await stat(await clusterDir())
  const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  cleanups.push(() => stranger.kill())
  await writeFile(lockFile, [stranger.pid, ...lines.slice(1)].join('\n'))

  const second = await start()
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBeNull()
})

test('two data directories run side by side', async () => {
  const otherDir = await givenDataDir('/tmp')
  const [one, other] = await Promise.all([start(), start({ dataDir: otherDir })])
  await ask(one.url, 'create table jars (name text)')
  await expect(ask(other.url, 'select * from jars')).rejects.toThrow('does not exist')
})

test('two users of one data directory share the server, and the last one stops it', async () => {
  const [one, other] = await Promise.all([start(), start()])
  expect(one.url).toBe(other.url)
  await one.stop()
  expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await other.stop()
  expect(await findPostmaster(await clusterDir())).toBeUndefined()
})

test('Ctrl-C in the terminal reaches the app but not PostgreSQL', async () => {
  const app = await givenApp({ dataDir, detached: true })
  process.kill(-app.pid, 'SIGINT')
  await app.ended
  expect(await ask(app.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await (await start()).stop()
})

test('data of another major version are refused with advice', async () => {
  const first = await start()
  await first.stop()
  await writeFile(path.join(await clusterDir(), 'PG_VERSION'), '16\n')
  await expect(start()).rejects.toThrow(/written by PostgreSQL 16, this Petal brings PostgreSQL 18/)
})

// Only root can create users and has a home that PostgreSQL's user must not enter.
describe.skipIf(!isRoot)('as root', () => {
  test('data in a home directory that only root can enter', async () => {
    dataDir = await givenDataDir('/root')
    const first = await start()
    await ask(first.url, 'create table jars (name text)')
    await first.stop()
    const second = await start()
    expect(await ask(second.url, 'select * from jars')).toEqual([])

    const cluster = await clusterDir()
    expect(cluster).toMatch(/^\/var\/lib\/petal\//)
    expect((await stat(path.dirname(cluster))).mode & 0o077).toBe(0)
  })

  test('a copy of such a data directory does not share its database', async () => {
    dataDir = await givenDataDir('/root')
    await start()
    const copy = `${dataDir}-copy`
    run('cp', '-a', dataDir, copy)
    cleanups.push(() => rm(copy, { recursive: true, force: true }))
    await expect(start({ dataDir: copy })).rejects.toThrow(`is a copy of ${dataDir}`)
  })

  // Not when the checkout itself, or Node, lies where other users cannot read.
  const inTheOpen = test.skipIf(!isReadableByAll)
  inTheOpen(
    'a normal user runs it without root, and root can carry on with the same data',
    async () => {
      const user = givenNormalUser()
      const parent = await mkdtemp('/tmp/petal-test-')
      run('chown', `${user.uid}:${user.gid}`, parent)
      cleanups.push(() => rm(parent, { recursive: true, force: true }))
      dataDir = path.join(parent, 'data')

      const app = await givenApp({ dataDir, ...user })
      expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(user.uid)
      await ask(app.url, 'create table jars (name text)')
      await app.kill()

      const byRoot = await start()
      expect(await ask(byRoot.url, 'select * from jars')).toEqual([])
    },
  )
})

async function givenDataDir(parent: string) {
  const dir = await mkdtemp(path.join(parent, 'petal-test-'))
  cleanups.push(async () => {
    const elsewhere = await readFile(path.join(dir, 'postgres-location'), 'utf8').catch(() => '')
    if (elsewhere) await rm(path.dirname(elsewhere), { recursive: true, force: true })
    await rm(dir, { recursive: true, force: true })
  })
  await mkdir(dir, { recursive: true })
  return dir
}

function givenNormalUser() {
  const name = 'petal-test-user'
  try {
    run('id', name)
  } catch {
    run('useradd', '--no-create-home', name)
    cleanups.push(() => run('userdel', name))
  }
  const id = (which: string) => Number(run('id', which, name))
  return { uid: id('-u'), gid: id('-g') }
}

function run(command: string, ...args: string[]) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' })
}

async function start({ dataDir: dir = dataDir } = {}) {
  const server = await startEmbeddedPostgres({ dataDir: dir })
  cleanups.push(() => server.stop())
  return server
}

/** Another process that runs the database, as the app does. */
async function givenApp(options: {
  dataDir: string
  detached?: boolean
  uid?: number
  gid?: number
}) {
  const code = `
    import { startEmbeddedPostgres } from ${JSON.stringify(path.join(here, 'embedded-postgres.ts'))}
    const { url } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(options.dataDir)} })
    console.log(url)`
  const { dataDir: _, ...how } = options
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', code],
    { ...how, cwd: here, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const ended = once(child, 'exit')
  cleanups.push(() => child.kill('SIGKILL'))
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
  }
  return { url, pid: child.pid!, ended, kill }
}

async function clusterDir() {
  const pointer = path.join(dataDir, 'postgres-location')
  return readFile(pointer, 'utf8').catch(() => path.join(dataDir, 'postgres'))
}

async function ask(url: string, sql: string) {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}
