import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { listBackups, restoreBackup, takeBackup } from '#server/modules/backups/index.ts'
import type { Db } from '#server/platform/database.ts'
import { createDiskStorage } from '#server/platform/file-storage/disk.ts'
import { countMigrations } from '#server/platform/migrations.ts'
import { givenBuiltShop } from '#server/testing/built-shop.ts'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenDatabaseBefore } from '#server/testing/earlier-database.ts'
import { freePort } from '#server/testing/free-port.ts'
import { findProblems } from './check-invariants.ts'

/** The first migration that the version before does not have. */
const FIRST_NEW = '0039_one_consent'

/** Rows as the version before wrote them; in SQL, since the tables of today's code may have other columns. */
const SHOP_BEFORE = `
  insert into profiles (id, full_name, email) values
    ('00000000-0000-4000-9000-000000000001', 'Ada Keeper', 'ada@example.com'),
    ('00000000-0000-4000-9000-000000000002', 'Iris Bloom', 'iris@example.com');
  insert into user_roles (user_id, role) values ('00000000-0000-4000-9000-000000000001', 'admin');
  insert into categories (name) values ('Serums');
  insert into products (id, name, description, price, category, stock) values
    ('00000000-0000-4000-9000-000000000003', 'Upgraded Serum', 'From the version before.', 20, 'Serums', 8);
  insert into orders (id, user_id, subtotal, total, status, shipping_address, payment_id, completed_at) values
    ('00000000-0000-4000-9000-000000000004', '00000000-0000-4000-9000-000000000002', 40, 40, 'completed',
     '{"fullName":"Iris Bloom","email":"iris@example.com","address":"1 Garden Row","city":"Boston","state":"MA","zipCode":"02110","country":"United States"}',
     'PAYMENT1', now());
  insert into order_items (order_id, product_id, quantity, price, name) values
    ('00000000-0000-4000-9000-000000000004', '00000000-0000-4000-9000-000000000003', 2, 20, 'Upgraded Serum');
  insert into order_events (order_id, from_status, to_status, actor, reason, created_at) values
    ('00000000-0000-4000-9000-000000000004', null, 'pending', 'customer', 'Order placed', now()),
    ('00000000-0000-4000-9000-000000000004', 'pending', 'completed', 'provider', 'Payment received', now());
  insert into stock_movements (product_id, change, reason, order_id) values
    ('00000000-0000-4000-9000-000000000003', 10, 'set', null),
    ('00000000-0000-4000-9000-000000000003', -2, 'ordered', '00000000-0000-4000-9000-000000000004');
  insert into payments (payment_id, order_id, merchant_id, amount, status) values
    ('PAYMENT1', '00000000-0000-4000-9000-000000000004', 'MERCHANTSIM01', 40, 'settled');
  insert into reviews (product_id, user_id, rating, title, comment) values
    ('00000000-0000-4000-9000-000000000003', '00000000-0000-4000-9000-000000000002', 4, 'Good', 'Still here after the upgrade.');`

const countOf = async (db: Db, query: string) =>
  ((await db.execute(sql.raw(`select count(*)::int as n from ${query}`))).rows[0] as { n: number })
    .n

async function givenShopBefore() {
  const before = await givenDatabaseBefore(FIRST_NEW)
  await before.db.execute(sql.raw(SHOP_BEFORE))
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-upgrade-'))
  onFileEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  return { ...before, dataDir }
}

test('npm start upgrades a shop of the version before with its data, after a backup of it', async () => {
  const { dataDir, ...before } = await givenShopBefore()
  const env = { DATABASE_URL: before.url, DATA_DIR: dataDir, WEB_CONCURRENCY: '1' }
  const shop = await givenBuiltShop(env)
  const folder = join(dataDir, 'backups')
  const [backup, ...others] = await listBackups(folder)
  expect(backup?.kind).toBe('upgrade')
  expect(others).toEqual([])
  expect(shop.output()).toContain(backup?.name)
  expect(await countOf(before.db, 'drizzle.__drizzle_migrations')).toBe(countMigrations())
  expect(await findProblems(before.url, createDiskStorage(dataDir))).toEqual([])
  const page = await fetch(`${shop.url}/product/00000000-0000-4000-9000-000000000003`)
  expect(await page.text()).toContain('Still here after the upgrade.')

  const target = await givenDatabase()
  const restored = await restoreBackup(
    {
      databaseUrl: target.url,
      files: createDiskStorage(join(dataDir, 'restored')),
      acceptEncryptionKey: () => {},
      progress: () => {},
    },
    join(folder, backup?.name ?? ''),
  )
  expect(restored.migrations).toBeLessThan(countMigrations())
  expect(await countOf(target.db, 'order_items')).toBe(1)
})

/** `npm start` of a shop that does not open. */
async function failToStart(url: string, dataDir: string) {
  const supervisor = spawn(process.execPath, ['dist/server/supervisor.js'], {
    env: { ...process.env, PORT: String(await freePort()), DATABASE_URL: url, DATA_DIR: dataDir },
  })
  onFileEnd(() => supervisor.kill('SIGKILL'))
  const ended = once(supervisor, 'close')
  const [printed, failure] = await Promise.all([text(supervisor.stdout), text(supervisor.stderr)])
  expect(await ended).toEqual([1, null])
  return { printed, failure: failure.trim() }
}

test('a version that meets the tables of a newer one does not open, and names the backup to restore', async () => {
  const { url, db } = await givenDatabase()
  const dataDir = mkdtempSync(join(tmpdir(), 'petal-rollback-'))
  onFileEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const folder = join(dataDir, 'backups')
  const source = {
    databaseUrl: url,
    files: createDiskStorage(dataDir),
    encryptionKey: 'ab'.repeat(32),
    folder,
  }
  const before = await takeBackup(source, 'upgrade')
  await db.execute(
    sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('next', 32503680000000)`,
  )
  const now = () => new Date(Date.now() + 60_000)
  expect((await takeBackup({ ...source, now }, 'daily')).name).not.toBe(before.name)

  const { failure } = await failToStart(url, dataDir)
  expect(failure).toMatch(
    /^This database was upgraded by a newer version of Petal\..*does not open\./,
  )
  expect(failure.endsWith(`npm run restore -- ${join(folder, before.name)}`), failure).toBe(true)
})

test('an upgrade that fails half-way leaves the shop as it was, and says what to do', async () => {
  const { url, db, dataDir } = await givenShopBefore()
  const applied = await countOf(db, 'drizzle.__drizzle_migrations')
  // This migration cannot create its table; those before it do their work.
  await db.execute(sql`create table shop_texts (note text)`)

  const { printed, failure } = await failToStart(url, dataDir)
  expect(failure).toBe(
    'The migration 0043_shop_texts failed: relation "shop_texts" already exists. The database is unchanged. ' +
      'Start the earlier version of Petal again, or remove the cause and start this one again.',
  )
  const [backup] = await listBackups(join(dataDir, 'backups'))
  expect(printed).toContain(backup?.name)
  expect(await countOf(db, 'drizzle.__drizzle_migrations')).toBe(applied)
  expect(await countOf(db, 'profiles where not marketing_consent')).toBe(2)
  expect(await countOf(db, "orders where status = 'completed' and payment_id = 'PAYMENT1'")).toBe(1)
})
