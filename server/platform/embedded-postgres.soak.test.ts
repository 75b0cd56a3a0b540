import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, test } from 'vitest'
import { ask, clusterDir, createPostgresFolders } from '#server/testing/postgres-folders.ts'
import { findPostmaster } from './embedded-postgres/postmaster.ts'
import { succeeds } from './embedded-postgres/run-as.ts'

const isRoot = process.getuid?.() === 0
const nobody = { uid: 65_534, gid: 65_534 }
const isReadableByAll =
  isRoot &&
  (await succeeds(
    process.execPath,
    ['--eval', `fs.readFileSync(${JSON.stringify(fileURLToPath(import.meta.url))})`],
    nobody,
  ))

const { givenDataDir, start, givenApp, onCleanup } = createPostgresFolders()
let dataDir: string

beforeEach(async () => {
  dataDir = await givenDataDir()
})

test('after kill -9 of the app the next start finds the server with all data', async () => {
  const app = await givenApp(dataDir)
  await ask(app.url, 'create table jars (name text); insert into jars values ($$Balm$$)')
  await app.kill()

  const next = await start(dataDir)
  expect(await ask(next.url, 'select name from jars')).toEqual([{ name: 'Balm' }])
  await next.stop()
  expect(await findPostmaster(await clusterDir(dataDir))).toBeUndefined()
})

test('after kill -9 of the app and of PostgreSQL the next start recovers all data', async () => {
  const app = await givenApp(dataDir)
  await ask(app.url, 'create table jars (name text); insert into jars values ($$Balm$$)')
  const { pid } = (await findPostmaster(await clusterDir(dataDir)))!
  await app.kill()
  process.kill(pid, 'SIGKILL')

  const next = await start(dataDir)
  expect(await ask(next.url, 'select name from jars')).toEqual([{ name: 'Balm' }])
})

test('a PostgreSQL that is killed while the app runs comes back under the same address', async () => {
  const { url } = await start(dataDir)
  await ask(url, 'create table jars (name text)')
  const killed = (await findPostmaster(await clusterDir(dataDir)))!
  process.kill(killed.pid, 'SIGKILL')

  const pid = async () => (await findPostmaster(await clusterDir(dataDir)))?.pid ?? killed.pid
  await expect.poll(pid, { timeout: 20_000 }).not.toBe(killed.pid)
  const jars = () => ask(url, 'select * from jars').catch(() => 'down')
  await expect.poll(jars, { timeout: 20_000 }).toEqual([])
})

test('a stale lock file whose process number now belongs to another process does no harm', async () => {
  const first = await start(dataDir)
  const lockFile = path.join(await clusterDir(dataDir), 'postmaster.pid')
  const lines = (await readFile(lockFile, 'utf8')).split('\n')
  await first.stop()

  const { uid, gid } = await stat(await clusterDir(dataDir))
  const stranger = spawn('sleep', ['60'], isRoot ? { uid, gid } : {})
  onCleanup(() => stranger.kill())
  await writeFile(lockFile, [stranger.pid, ...lines.slice(1)].join('\n'))

  const second = await start(dataDir)
  expect(await ask(second.url, 'select 1 as one')).toEqual([{ one: 1 }])
  expect(stranger.exitCode).toBeNull()
})

test('two data directories run side by side', async () => {
  const otherDir = await givenDataDir()
  const [one, other] = await Promise.all([start(dataDir), start(otherDir)])
  await ask(one.url, 'create table jars (name text)')
  await expect(ask(other.url, 'select * from jars')).rejects.toThrow('does not exist')
})

test('two users of one data directory share the server, and the last one stops it', async () => {
  const [one, other] = await Promise.all([start(dataDir), start(dataDir)])
  expect(one.url).toBe(other.url)
  await one.stop()
  expect(await ask(other.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await other.stop()
  expect(await findPostmaster(await clusterDir(dataDir))).toBeUndefined()
})

test('Ctrl-C in the terminal reaches the app but not PostgreSQL', async () => {
  const app = await givenApp(dataDir, { detached: true })
  process.kill(-app.pid, 'SIGINT')
  await app.ended
  expect(await ask(app.url, 'select 1 as one')).toEqual([{ one: 1 }])
  await (await start(dataDir)).stop()
})

// Only root can create users and has a home that PostgreSQL's user must not enter.
describe.skipIf(!isRoot)('as root', () => {
  test('data in a home directory that only root can enter', async () => {
    dataDir = await givenDataDir('/root')
    const first = await start(dataDir)
    await ask(first.url, 'create table jars (name text)')
    await first.stop()
    const second = await start(dataDir)
    expect(await ask(second.url, 'select * from jars')).toEqual([])

    const cluster = await clusterDir(dataDir)
    expect(cluster).toMatch(/^\/var\/lib\/petal\//)
    expect((await stat(path.dirname(cluster))).mode & 0o077).toBe(0)
  })

  test('a copy of such a data directory does not share its database', async () => {
    dataDir = await givenDataDir('/root')
    await start(dataDir)
    const copy = `${dataDir}-copy`
    run('cp', '-a', dataDir, copy)
    onCleanup(() => rm(copy, { recursive: true, force: true }))
    await expect(start(copy)).rejects.toThrow(`is a copy of ${dataDir}`)
  })

  // Not when the checkout itself, or Node, lies where other users cannot read.
  const inTheOpen = test.skipIf(!isReadableByAll)
  inTheOpen(
    'a normal user runs it without root, and root can carry on with the same data',
    async () => {
      const user = givenNormalUser()
      const parent = await mkdtemp('/tmp/petal-test-')
      run('chown', `${user.uid}:${user.gid}`, parent)
      onCleanup(() => rm(parent, { recursive: true, force: true }))
      dataDir = path.join(parent, 'data')

      const app = await givenApp(dataDir, user)
      expect((await stat(path.join(dataDir, 'postgres'))).uid).toBe(user.uid)
      await ask(app.url, 'create table jars (name text)')
      await app.kill()

      const byRoot = await start(dataDir)
      expect(await ask(byRoot.url, 'select * from jars')).toEqual([])
    },
  )
})

function givenNormalUser() {
  const name = 'petal-test-user'
  try {
    run('id', name)
  } catch {
    run('useradd', '--no-create-home', name)
    onCleanup(() => run('userdel', name))
  }
  const id = (which: string) => Number(run('id', which, name))
  return { uid: id('-u'), gid: id('-g') }
}

function run(command: string, ...args: string[]) {
  return execFileSync(command, args, { encoding: 'utf8', stdio: 'pipe' })
}
