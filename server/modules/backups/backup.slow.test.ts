import { mkdtempSync, rmSync } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import PgBoss from 'pg-boss'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadDemo } from '#demo/load.ts'
import type { Db } from '#server/platform/database.ts'
import { createDiskStorage } from '#server/platform/file-storage/disk.ts'
import { countMigrations } from '#server/platform/migrations.ts'
import { findProblems } from '#server/programs/check-invariants.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { createBackup } from './create-backup.ts'
import { createProgress } from './progress.ts'
import { restoreBackup } from './restore-backup.ts'

const folder = mkdtempSync(join(tmpdir(), 'petal-backup-test-'))
const storageIn = (name: string) => createDiskStorage(join(folder, name))
const encryptionKey = 'ab'.repeat(32)
const progress = () => {}
const PUBLIC_URL = 'http://shop.example.com'
let shop: Awaited<ReturnType<typeof givenDatabase>>

beforeAll(async () => {
  shop = await givenDatabase()
  await loadDemo({ databaseUrl: shop.url, files: storageIn('shop'), log: () => {} })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const backUp = (databaseUrl: string, file: string, files = storageIn('shop')) =>
  createBackup({ databaseUrl, files, encryptionKey, progress }, file)

async function restore(databaseUrl: string, file: string, into: string, more: object = {}) {
  const keys: string[] = []
  const acceptEncryptionKey = (key: string) => void keys.push(key)
  const files = storageIn(into)
  const target = { databaseUrl, files, acceptEncryptionKey, progress, ...more }
  const manifest = await restoreBackup(target, file)
  return { manifest, keys, files }
}

async function ask<Row>(db: Db, query: string): Promise<Row[]> {
  return (await db.execute(sql.raw(query))).rows as Row[]
}

/** Under the same address in both shops, though they listen on different ports. */
async function bytesOf(server: { config: { port: number } } | undefined, path: string) {
  const response = await fetch(`http://localhost:${server?.config.port}${path}`)
  expect(response.status, path).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** A fingerprint of each table; which renditions of pictures are drawn is not part of a backup. */
async function fingerprints(db: Db) {
  const tables = await ask<{ name: string }>(
    db,
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE' order by 1",
  )
  const prints = tables.map(async ({ name }) => {
    const row = name === 'media_files' ? "to_jsonb(t) - 'variants_at'" : 'to_jsonb(t)'
    const [found] = await ask<{ print: string }>(
      db,
      `select count(*) || ' ' || coalesce(md5(string_agg(md5((${row})::text), '' order by md5((${row})::text))), '') as print from public."${name}" t`,
    )
    return [name, found?.print] as const
  })
  return Object.fromEntries(await Promise.all(prints))
}

const SCHEMA_STATE = `
  select 'key ' || conname || pg_get_constraintdef(oid) as line from pg_constraint where connamespace = 'public'::regnamespace
  union all select 'trigger ' || tgname || tgenabled::text from pg_trigger where not tgisinternal
  union all select 'sequence ' || sequencename || coalesce(last_value, 0)::text from pg_sequences where schemaname = 'public'
  order by 1`

test('a restored shop has the same rows, files, keys, triggers and waiting jobs', async () => {
  const boss = new PgBoss(shop.url)
  await boss.start()
  await boss.createQueue('later', { name: 'later', policy: 'singleton' })
  await boss.send('later', { text: 'a\\b\n"c"' }, { startAfter: 3600 })
  await boss.stop({ graceful: false })
  const file = join(folder, 'whole.tar.gz')
  expect(await backUp(shop.url, file)).toMatchObject({ missing: [] })
  expect((await stat(file)).mode & 0o777).toBe(0o600)

  const target = await givenDatabase()
  const { keys, files } = await restore(target.url, file, 'restored')
  expect(keys).toEqual([encryptionKey])
  expect(await fingerprints(target.db)).toEqual(await fingerprints(shop.db))
  expect(await ask(target.db, SCHEMA_STATE)).toEqual(await ask(shop.db, SCHEMA_STATE))
  expect(await ask(target.db, 'select name, data, state, policy from pgboss.job')).toEqual([
    { name: 'later', data: { text: 'a\\b\n"c"' }, state: 'created', policy: 'singleton' },
  ])
  expect(await findProblems(target.url, files)).toEqual([])
})

test('a restored shop shows the same pages, byte for byte', async () => {
  const target = await givenDatabase()
  await restore(target.url, join(folder, 'whole.tar.gz'), 'same-pages')
  const [{ id } = { id: '' }] = await ask<{ id: string }>(
    shop.db,
    'select id from products order by name limit 1',
  )
  const product = `/product/${id}`
  const paths = ['/', '/products', product, '/page/faq', '/contact', '/sitemap.xml']
  const open = (databaseUrl: string, name: string) =>
    givenServer({ databaseUrl, env: { DATA_DIR: join(folder, name), PUBLIC_URL } })
  // Both are open at once: a page comes from the shop whose server renders it.
  const [original, restored] = [await open(shop.url, 'shop'), await open(target.url, 'same-pages')]
  // A page carries the time at which it was rendered.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date() })
  for (const path of paths) {
    const expected = await bytesOf(original, path)
    expect(expected.length, path).toBeGreaterThan(500)
    expect((await bytesOf(restored, path)).equals(expected), path).toBe(true)
  }
  vi.useRealTimers()
  // Addresses that are not cached yet, of both shops in turn.
  await ask(target.db, `update products set name = 'Only in the restored shop'`)
  const list = '/products?q=restored'
  expect((await bytesOf(restored, list)).includes('Only in the restored shop')).toBe(true)
  expect((await bytesOf(original, list)).includes('Only in the restored shop')).toBe(false)
  await Promise.all([original.close(), restored.close()])
})

test('taken while orders are placed, it holds each order whole or not at all, and all of those before', async () => {
  const product = await givenProduct(shop.db)
  const place = () =>
    shop.db.transaction((tx) => givenOrder(tx, { items: [{ product, quantity: 1 }] }))
  const before = [await place(), await place()]
  let isOver = false
  const placing = (async () => {
    while (!isOver) await place()
  })()
  const file = join(folder, 'busy.tar.gz')
  await backUp(shop.url, file).finally(() => {
    isOver = true
  })
  await placing
  const target = await givenDatabase()
  await restore(target.url, file, 'busy')
  const halves = 'select id from orders where id not in (select order_id from order_items)'
  expect(await ask(target.db, halves)).toEqual([])
  const ids = before.map((order) => `'${order.id}'`).join(', ')
  expect(await ask(target.db, `select id from orders where id in (${ids})`)).toHaveLength(2)
})

test.each([
  ['the first version', '0006_product_search'],
  ['an earlier version', '0026_mail_studio'],
])('a backup of %s is migrated, or put back as it was', async (_, migration) => {
  const earlier = await givenDatabaseBefore(migration)
  const [picture] = await ask<{ name: string }>(shop.db, 'select name from media_files limit 1')
  const isFirst = migration === '0006_product_search'
  await earlier.db.execute(
    isFirst
      ? sql`insert into media_files (name, type, bytes) values (${picture?.name}, 'image/webp', 1)`
      : sql`insert into media_files (name, type, bytes, purpose, state) values (${picture?.name}, 'image/webp', 1, 'product', 'stored')`,
  )
  const file = join(folder, `${migration}.tar.gz`)
  await backUp(earlier.url, file)
  const target = await givenDatabase()
  const { manifest, files } = await restore(target.url, file, migration)
  expect(await files.size(picture?.name ?? '')).toBeGreaterThan(0)
  expect(manifest.migrations).toBeLessThan(countMigrations())
  const [row] = await ask<{ count: number }>(
    target.db,
    'select count(*)::int as count from drizzle.__drizzle_migrations',
  )
  expect(row?.count).toBe(countMigrations())

  const asItWas = await givenDatabase()
  await restore(asItWas.url, file, `${migration}-as-it-was`, { upgrade: false })
  expect(await fingerprints(asItWas.db)).toEqual(await fingerprints(earlier.db))
  await expect(findProblems(asItWas.url, files)).rejects.toThrow(
    'is of an earlier version of Petal.',
  )
})

test('a database without a shop says so', async () => {
  const empty = await givenDatabase()
  await empty.db.execute(sql`drop schema drizzle cascade`)
  const file = join(folder, 'empty.tar.gz')
  await expect(backUp(empty.url, file)).rejects.toThrow('There is no shop in this database yet.')
  await expect(findProblems(empty.url, storageIn('shop'))).rejects.toThrow('There is no shop')
})

test('a shop that is in use is refused, and stays as it is', async () => {
  const before = await fingerprints(shop.db)
  await expect(restore(shop.url, join(folder, 'whole.tar.gz'), 'refused')).rejects.toThrow(
    'This shop is not empty: it has profiles.',
  )
  expect(await fingerprints(shop.db)).toEqual(before)
})

test('a database of another program is refused, and stays as it is', async () => {
  const target = await givenDatabase()
  await target.db.execute(sql`drop schema drizzle cascade`)
  await expect(restore(target.url, join(folder, 'whole.tar.gz'), 'foreign')).rejects.toThrow(
    'The database has tables of another program.',
  )
  expect(await ask(target.db, "select to_regclass('public.products')::text as name")).toEqual([
    { name: 'products' },
  ])
})

test('a file that is no backup, or only half of one, leaves the shop empty', async () => {
  const target = await givenDatabase()
  const text = join(folder, 'text.tar.gz')
  await writeFile(text, 'no archive')
  await expect(restore(target.url, text, 'none')).rejects.toThrow('can not be read as a backup')

  const whole = await readFile(join(folder, 'whole.tar.gz'))
  const half = join(folder, 'half.tar.gz')
  await writeFile(half, whole.subarray(0, whole.length / 2))
  await expect(restore(target.url, half, 'half')).rejects.toThrow('can not be read as a backup')
  expect(await ask(target.db, 'select id from profiles')).toEqual([])
})

test('progress is printed at most every two seconds', () => {
  const lines: string[] = []
  let time = 0
  const report = createProgress(
    (line) => lines.push(line),
    () => time,
  )
  for (; time <= 5000; time += 500) report(`at ${time}`)
  expect(lines).toEqual(['at 2000', 'at 4000'])
})
