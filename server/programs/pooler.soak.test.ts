import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { givenBuiltShop } from '#server/testing/built-shop.ts'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { freePort } from '#server/testing/free-port.ts'

/** PgBouncer as Debian packages it. */
const PGBOUNCER = '/usr/sbin/pgbouncer'
const APT = '/usr/bin/apt-get'
const root = path.resolve(import.meta.dirname, '../..')
const isRoot = process.getuid?.() === 0
/** Only to end a test that would wait for ever. */
const PATIENCE = { timeout: 300_000, interval: 200 }

function installPgbouncer() {
  if (existsSync(PGBOUNCER)) return
  if (!isRoot || !existsSync(APT))
    throw new Error(
      'This test needs PgBouncer. As root, it installs it with apt; otherwise: apt-get install pgbouncer',
    )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'pgbouncer']])
    execFileSync(APT, args, { env, stdio: 'ignore' })
}

/** A database of its own, and the address of a pooler in front of it. */
async function givenPooledDatabase(mode: 'session' | 'transaction') {
  installPgbouncer()
  const database = await givenDatabase()
  const direct = new URL(database.url)
  const host = direct.searchParams.get('host') ?? direct.hostname
  const port = await freePort()
  const folder = mkdtempSync(path.join(tmpdir(), 'petal-pgbouncer-'))
  onFileEnd(() => rmSync(folder, { recursive: true, force: true }))
  const file = path.join(folder, 'pgbouncer.ini')
  const target = [
    `host=${host} port=${direct.port || 5432} dbname=${direct.pathname.slice(1)}`,
    `user=${direct.username} password='${decodeURIComponent(direct.password)}'`,
  ].join(' ')
  const settings = [
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    'default_pool_size = 60',
    'max_client_conn = 200',
  ]
  writeFileSync(
    file,
    ['[databases]', `shop = ${target}`, '[pgbouncer]', ...settings, ''].join('\n'),
  )
  // PgBouncer refuses root; the owner of PostgreSQL's socket may use it.
  const owner = host.startsWith('/') ? statSync(host) : { uid: 65534, gid: 65534 }
  const runAs = isRoot ? { uid: owner.uid, gid: owner.gid } : {}
  if (isRoot) for (const one of [folder, file]) chownSync(one, owner.uid, owner.gid)
  const pooler = spawn(PGBOUNCER, ['-q', file], { ...runAs, cwd: '/', stdio: 'ignore' })
  onFileEnd(() => pooler.kill('SIGKILL'))
  const url = `postgresql://petal@127.0.0.1:${port}/shop`
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    await client.end()
  }, PATIENCE)
  return { ...database, pooled: url }
}

test('in session mode two web processes open, hear of changes and do their jobs', async () => {
  const { db, pooled } = await givenPooledDatabase('session')
  const product = await givenProduct(db, { name: 'Pooled Serum', price: 20, stock: 5 })
  const shop = await givenBuiltShop({ DATABASE_URL: pooled })
  expect(shop.webProcesses()).toHaveLength(2)
  const address = `${shop.url}/product/${product.id}`
  const pages = () =>
    Promise.all(Array.from({ length: 6 }, async () => (await fetch(address)).text()))
  for (const page of await pages()) expect(page).toContain('$20.00')

  await db.execute(sql`update products set price = 23 where id = ${product.id}`)
  await vi.waitFor(async () => {
    for (const page of await pages()) expect(page).toContain('$23.00')
  }, PATIENCE)
  await vi.waitFor(async () => {
    const done = await db.execute(sql`select from pgboss.job where state = 'completed' limit 1`)
    expect(done.rowCount).toBe(1)
  }, PATIENCE)
  const { rows } = await db.execute(
    sql`select from pg_stat_activity where application_name = 'petal-jobs' and datname = current_database()`,
  )
  expect(rows.length).toBeGreaterThan(0)
})

test('transaction mode is refused with a sentence each time, and leaves no lock behind', async () => {
  const { db, url, pooled } = await givenPooledDatabase('transaction')
  const dataDir = mkdtempSync(path.join(tmpdir(), 'petal-pooler-'))
  onFileEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  for (const attempt of [1, 2, 3]) {
    const supervisor = spawn(process.execPath, ['dist/server/supervisor.js'], {
      cwd: root,
      env: {
        ...process.env,
        PORT: String(await freePort()),
        DATABASE_URL: pooled,
        DATA_DIR: dataDir,
      },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    onFileEnd(() => supervisor.kill('SIGKILL'))
    const ended = once(supervisor, 'close')
    expect(await text(supervisor.stderr), `attempt ${attempt}`).toBe(
      'DATABASE_URL leads to a connection pooler in transaction mode, where the shop would not hear of changes. ' +
        'Set it to session mode (PgBouncer: pool_mode = session), or name PostgreSQL itself.\n',
    )
    expect(await ended).toEqual([1, null])
  }
  const locks = await db.execute(sql`
    select from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`)
  expect(locks.rowCount).toBe(0)
  await givenBuiltShop({ DATABASE_URL: url })
})
