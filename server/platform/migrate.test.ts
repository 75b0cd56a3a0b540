import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { migrate } from './migrate.ts'

const name = `empty_${randomUUID().slice(0, 8)}`
let admin: pg.Client

beforeAll(async () => {
  admin = await connect('petal')
  await admin.query(`create database ${name}`)
})
afterAll(async () => {
  await admin.query(`drop database ${name} with (force)`)
  await admin.query(`drop role if exists ${name}`)
  await admin.end()
})

function urlOf(database: string, more: { user?: string; password?: string } = {}) {
  const url = new URL(inject('templateUrl'))
  url.pathname = `/${database}`
  return Object.assign(url, more.user && { username: more.user, password: more.password }).href
}

async function connect(database: string) {
  const client = new pg.Client({ connectionString: urlOf(database) })
  await client.connect()
  return client
}

const failure = (url: string) =>
  migrate(url).then(
    () => 'no failure',
    (error: Error) => error.message,
  )

test('migrating twice changes nothing', async () => {
  const { url } = await givenDatabase()
  await expect(migrate(url)).resolves.toBeUndefined()
})

test('a failed migration is named in one line, and leaves the database as it was', async () => {
  const empty = await connect(name)
  await empty.query('create table products (id int)')
  const message = await failure(urlOf(name))
  expect(message).toMatch(
    /^The migration 0001_\w+ failed: relation "products" already exists\. The database is unchanged\./,
  )
  expect(message).not.toContain('\n')
  const { rows } = await empty.query(
    "select tablename from pg_tables where schemaname = 'public' order by 1",
  )
  expect(rows).toEqual([{ tablename: 'products' }])
  await empty.end()
})

test('a user who may not change the database reads what the owner has to do', async () => {
  await admin.query(`create role ${name} login password 'guest'`)
  const message = await failure(urlOf(name, { user: name, password: 'guest' }))
  expect(message).toContain(
    `The user "${name}" may not change the database "${name}": permission denied for `,
  )
  expect(message).toContain(`Make it the owner: alter database "${name}" owner to "${name}"`)
})

test.each([
  ['a wrong password', () => urlOf('petal', { user: 'petal', password: 'guess' }), 'Check user'],
  ['a missing database', () => urlOf('nowhere'), 'createdb --owner=petal nowhere'],
])('%s is one line with advice', async (_, url, advice) => {
  const message = await failure(url())
  expect(message).toContain(advice)
  expect(message).not.toContain('\n')
})

test('a server that does not answer is one line with its address', async () => {
  const port = await freePort()
  expect(await failure(`postgresql://petal@127.0.0.1:${port}/petal`)).toBe(
    `PostgreSQL does not answer at 127.0.0.1:${port} (ECONNREFUSED). Is it running, and is DATABASE_URL right?`,
  )
})

test('what fails before an upgrade leaves the earlier version; a new database has nothing to lose', async () => {
  const { url, db } = await givenDatabaseBefore('0035_time_zone')
  const count = sql`select count(*)::int as n from drizzle.__drizzle_migrations`
  const before = (await db.execute(count)).rows
  const beforeUpgrade = vi.fn(() => Promise.reject(new Error('The disk is full.')))
  await expect(migrate(url, { beforeUpgrade })).rejects.toThrow(/^The disk is full\.$/)
  expect((await db.execute(count)).rows).toEqual(before)

  const current = await givenDatabase()
  await migrate(current.url, { beforeUpgrade })
  expect(beforeUpgrade).toHaveBeenCalledOnce()
})

test('a database that a newer version has changed is refused, and nobody waits for it afterwards', async () => {
  const { url, db } = await givenDatabase()
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 32503680000000)`,
  )
  expect(await failure(url)).toBe(
    'This database was upgraded by a newer version of Petal. This version would fail on it, so it does not open. ' +
      'Start the newer version again. To go back, restore the backup from before the upgrade.',
  )
  await expect(migrate(url, { adviseRollback: async () => 'Restore a.tar.gz' })).rejects.toThrow(
    /version again\. Restore a\.tar\.gz$/,
  )
})

test('waiting for another process is announced, and ends with a line that names it', async () => {
  const { url, db } = await givenDatabase()
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ pid: number }>(
      sql`select pg_backend_pid() as pid, pg_advisory_xact_lock(7265741)`,
    )
    const lines: string[] = []
    const onWait = (line: string) => lines.push(line)
    await expect(migrate(url, { onWait, longestWaitMs: 200 })).rejects.toThrow(
      `end it: select pg_terminate_backend(${rows[0]?.pid}). Then start again.`,
    )
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(
      `Another process is changing this database (PostgreSQL process ${rows[0]?.pid},`,
    )
  })
  await migrate(url, { longestWaitMs: 200 })
})
