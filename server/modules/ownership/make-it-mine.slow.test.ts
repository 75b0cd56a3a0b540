import { readdir } from 'node:fs/promises'
import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { Ownership } from '#contract/ownership.ts'
import { isShopEmpty } from '#demo/demo-state.ts'
import { loadDemo } from '#demo/load.ts'
import { filesFolder } from '#server/platform/file-storage/disk.ts'
import { findProblems } from '#server/programs/check-invariants.ts'
import { givenSignedIn } from '#server/testing/account-factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import { givenCoupon, givenOrder } from '#server/testing/order-factories.ts'
import { givenServer } from '#server/testing/server.ts'

const KEEP_ALL = { settings: true, pages: true, look: true, categories: true, products: true }
const KEEP_NOTHING = {
  settings: false,
  pages: false,
  look: false,
  categories: false,
  products: false,
}
const NAME = 'Petal & Dew'
const SIMULATED = {
  CLOVER_SIMULATED: 'true',
  CLOVER_MERCHANT_ID: 'MERCHANTSIM01',
  CLOVER_PRIVATE_TOKEN: 'sim_private_token',
  CLOVER_WEBHOOK_SECRET: 'sim_signing_secret',
}

const shop = await givenServer({ env: SIMULATED })
let owner: Awaited<ReturnType<typeof givenSignedIn>>
let own: { product: { id: string }; coupon: { id: string } }

beforeAll(async () => {
  await loadDemo({ databaseUrl: shop.databaseUrl, files: shop.files, log: () => {} })
  owner = await givenSignedIn(shop, await givenAdmin(shop.db))
  own = { product: await givenProduct(shop.db), coupon: await givenCoupon(shop.db) }
})

const ask = async <Row>(query: string): Promise<Row[]> =>
  (await shop.db.execute(sql.raw(query))).rows as Row[]

async function count(table: string, where = 'true'): Promise<number> {
  const [row] = await ask<{ n: number }>(`select count(*)::int as n from ${table} where ${where}`)
  return row?.n ?? -1
}

const state = async () => (await owner.get('/api/ownership')).body as Ownership
const makeItMine = (keep: object, more: object = {}) =>
  owner.post('/api/ownership/make-it-mine', { shop_name: NAME, keep, ...more })
const storedFiles = () => readdir(filesFolder(shop.config.dataDir))
const filesAreRemoved = () =>
  eventually(async () => expect(await count('media_files', "state = 'removing'")).toBe(0))

/** Everything but sessions, logs and what records the backups themselves. */
async function fingerprints() {
  const tables = await ask<{ name: string }>(`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('audit_log', 'backup_settings', 'call_limits', 'sessions', 'chat_connections') order by 1`)
  const prints: Record<string, string> = {}
  for (const { name } of tables) {
    const row = name === 'media_files' ? "to_jsonb(t) - 'variants_at'" : 'to_jsonb(t)'
    const [found] = await ask<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(md5((${row})::text), '' order by md5((${row})::text))), '') as print from public."${name}" t`,
    )
    prints[name] = found?.print ?? ''
  }
  return prints
}

test('what would go is counted, and only administrators learn of it', async () => {
  const shopper = await givenSignedIn(shop, await givenProfile(shop.db))
  expect((await shopper.get('/api/ownership')).status).toBe(403)
  expect((await shopper.post('/api/ownership/undo')).status).toBe(403)
  const found = await state()
  expect(found).toMatchObject({
    shop_name: NAME,
    has_demo: true,
    is_demo_account: false,
    own_orders: { count: 0, total: 0 },
    made_mine: null,
  })
  expect(found.counts).toContainEqual({ name: 'orders', count: await count('orders') })
  expect(found.counts).toContainEqual({ name: 'products', count: (await count('products')) - 1 })
})

/** As the demo has none: an order that somebody paid for. */
async function withPaidOrder(run: (order: { id: string }) => Promise<void>) {
  const order = await givenOrder(shop.db, { completed_at: new Date().toISOString() })
  await run(order)
  await ask(`delete from payments where order_id = '${order.id}'`)
  await ask(`delete from orders where id = '${order.id}'`)
  await ask('select rebuild_sales()')
}

test('a wrong name, or a paid order that the owner did not agree to lose, changes nothing', () =>
  withPaidOrder(async () => {
    const before = await fingerprints()
    const named = await makeItMine(KEEP_ALL, { shop_name: 'Another', own_orders: 1 })
    expect(named.body).toMatchObject({ code: 'NAME_NOT_TYPED' })
    const agreed = await makeItMine(KEEP_ALL)
    expect(agreed.body).toMatchObject({ code: 'OWN_ORDERS_PAID', data: { count: 1, total: 20 } })
    expect(await fingerprints()).toEqual(before)
  }))

test('an order that was paid at the simulator is a test', () =>
  withPaidOrder(async ({ id }) => {
    await ask(`insert into payments (payment_id, order_id, merchant_id, amount, status)
      values ('PAYTEST', '${id}', 'MERCHANTSIM01', 20, 'settled')`)
    expect((await state()).own_orders.count).toBe(0)
  }))

test('what is selected stays, products as drafts; all else goes with its files, and undo brings it back', async () => {
  const before = await fingerprints()
  const filesBefore = await storedFiles()
  const reply = await makeItMine(KEEP_ALL)
  expect(reply.status, reply.text).toBe(200)

  for (const table of ['orders', 'payments', 'reviews', 'chat_conversations', 'contact_messages'])
    expect(`${table} ${await count(table)}`).toBe(`${table} 0`)
  for (const table of ['testimonials', 'before_after', 'mails', 'customers'])
    expect(`${table} ${await count(table)}`).toBe(`${table} 0`)
  expect(await count('profiles')).toBe(1)
  expect(await ask('select id from coupons')).toEqual([{ id: own.coupon.id }])
  expect(await ask('select id from products where archived_at is null')).toEqual([
    { id: own.product.id },
  ])
  expect(await count('products', 'archived_at is not null')).toBeGreaterThan(20)
  expect(await count('categories')).toBeGreaterThan(3)
  expect((await fingerprints()).pages).toBe(before.pages)
  expect((await owner.get('/api/products')).body).toMatchObject({ items: [{ id: own.product.id }] })
  expect(await owner.session()).toMatchObject({ role: 'admin' })

  await filesAreRemoved()
  const filesAfter = await storedFiles()
  expect(filesAfter.length).toBeLessThan(filesBefore.length)
  expect(await findProblems(shop.databaseUrl, shop.files)).toEqual([])
  expect((await makeItMine(KEEP_ALL)).body).toMatchObject({ code: 'ALREADY_YOURS' })

  await givenProduct(shop.db, { name: 'Lost by the undo' })
  expect((await state()).made_mine).toMatchObject({ by: 'Ada Keeper', not_undoable: null })
  const undone = await owner.post('/api/ownership/undo')
  expect(undone.status, undone.text).toBe(200)
  expect(await fingerprints()).toEqual(before)
  expect(await findProblems(shop.databaseUrl, shop.files)).toEqual([])
  expect(await owner.session()).toMatchObject({ role: 'admin' })
  expect((await state()).made_mine).toBeNull()
})

test('with nothing selected it is as a new shop with the owner in it, which the next start does not fill', async () => {
  const reply = await makeItMine(KEEP_NOTHING)
  expect(reply.status, reply.text).toBe(200)
  expect(await ask('select id from products')).toEqual([{ id: own.product.id }])
  expect(await count('categories')).toBe(0)
  expect(await count('pages')).toBe(8)
  expect(await ask('select background_image_url from banner_content')).toEqual([
    { background_image_url: null },
  ])
  expect(
    await count('site_settings', "setting_key = 'contact_phone' and setting_value <> ''"),
  ).toBe(0)
  await filesAreRemoved()
  expect(await storedFiles()).toEqual([])
  expect(await findProblems(shop.databaseUrl, shop.files)).toEqual([])
  await ask('delete from products')
  expect(await isShopEmpty(shop.databaseUrl)).toBe(false)
})

test('once a customer has paid, the demo does not come back', async () => {
  await givenOrder(shop.db, { completed_at: new Date().toISOString() })
  expect((await state()).made_mine?.not_undoable).toContain('Customers have paid')
  expect((await owner.post('/api/ownership/undo')).body).toMatchObject({
    code: 'UNDO_NOT_POSSIBLE',
  })
  expect(await count('orders')).toBe(1)
})
