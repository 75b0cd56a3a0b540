import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isOwnPath, oldPath } from '#contract/old-path.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenClock, givenServer } from '#server/testing/server.ts'
import { shopifyCsv, shopifyProduct } from '#server/testing/shop-exports.ts'
import { importProducts } from '../catalog/import-products.ts'
import { createRedirect, listRedirects, removeRedirect, updateRedirect } from './edit-redirects.ts'
import { importRedirects } from './import-redirects.ts'
import { listMissingPages } from './missing-pages.ts'
import { isRobotsPath, reportedPath } from './reported-path.ts'

const clock = givenClock(new Date('2026-11-18T12:00:00Z'))
const shop = await givenServer({ now: clock.now })
const other = await givenServer({
  databaseUrl: shop.databaseUrl,
  now: clock.now,
  env: { PUBLIC_URL: shop.config.publicUrl },
})
const { db } = shop
const by = { id: randomUUID(), name: 'Ada Keeper', at: clock.now() }

const add = (from_path: string, to_path: string) => createRedirect(shop, { from_path, to_path }, by)
const open = async (path: string, at: typeof shop = shop) => {
  const { status, headers } = await fetch(`http://localhost:${at.config.port}${path}`, {
    redirect: 'manual',
  })
  return [status, headers.get('location')]
}
const stored = async (from: string) => {
  const { rows } = await db.execute<{ to_path: string }>(
    sql`select to_path from redirects where from_path = ${from}`,
  )
  return rows[0]?.to_path
}

test.each([
  ['/Products/Rose-Oil/', '/products/rose-oil'],
  ['https://old.example/products/a?variant=1#top', '/products/a'],
  ['/caf%C3%A9', '/café'],
  ['//double//slash', '/double/slash'],
  ['/', null],
  ['https://old.example', null],
  ['products/a', null],
  ['/a\\b', null],
])('the old path of %s is %s', (text, path) => {
  expect(oldPath(text)).toBe(path)
})

test.each([
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  'evil.example',
  '',
  '/a b',
])('%j is not within the shop', async (to) => {
  expect(isOwnPath(to)).toBe(false)
  await expect(add('/old/outside', to)).rejects.toMatchObject({ code: 'REDIRECT_LEAVES_SHOP' })
})

test('an old address leads on with 301, in every process, and no more when it is removed', async () => {
  const { id } = await add('https://old.example/collections/Serums/', '/products?category=Serums')
  for (const at of [shop, other]) {
    await eventually(async () =>
      expect(await open('/collections/serums', at)).toEqual([301, '/products?category=Serums']),
    )
  }
  expect(await open('/Collections/SERUMS/')).toEqual([301, '/products?category=Serums'])
  await removeRedirect(db, id, by)
  for (const at of [shop, other]) {
    await eventually(async () => expect((await open('/collections/serums', at))[0]).toBe(404))
  }
})

test('parameters of a campaign go on; a product below a collection is found', async () => {
  await add('/products/rose-oil', '/products')
  await eventually(async () =>
    expect(await open('/products/rose-oil?utm_source=mail')).toEqual([
      301,
      '/products?utm_source=mail',
    ]),
  )
  expect(await open('/collections/all/products/rose-oil')).toEqual([301, '/products'])
})

test('an existing page wins, also one that comes later', async () => {
  const { id } = await givenProduct(db)
  await add(`/product/${id}`, '/products')
  const to = await open(`/product/${id}`)
  expect(to[0]).toBe(200)
  await expect(add('/cart', '/products')).rejects.toMatchObject({ code: 'REDIRECT_FROM_PAGE' })

  await add('/page/about-us', '/products')
  await eventually(async () => expect((await open('/page/about-us'))[0]).toBe(301))
  await db.execute(
    sql`insert into pages (title, slug, content, is_active) values ('About us', 'about-us', 'We.', true)`,
  )
  await eventually(async () => expect((await open('/page/about-us'))[0]).toBe(200))
})

test('redirects stay flat, and none leads in a circle', async () => {
  await add('/chain/a', '/chain/b')
  await add('/chain/b', '/chain/c?x=1')
  expect(await stored('/chain/a')).toBe('/chain/c?x=1')
  await add('/chain/0', '/chain/a')
  expect(await stored('/chain/0')).toBe('/chain/c?x=1')
  await expect(add('/chain/c', '/chain/0')).rejects.toMatchObject({ code: 'REDIRECT_LOOP' })
  await expect(add('/self', '/SELF/')).rejects.toMatchObject({ code: 'REDIRECT_LOOP' })
  await expect(add('/chain/a', '/x')).rejects.toMatchObject({ code: 'REDIRECT_EXISTS' })
  const { items } = await listRedirects(db, { q: '/chain/b' })
  const [b] = items
  const edit = { id: b!.id, version: b!.version, from_path: '/chain/b', to_path: '/chain/0' }
  // It leads to /chain/c by now, so this is no circle.
  expect(await updateRedirect(shop, edit, by)).toMatchObject({ to_path: '/chain/c?x=1' })
})

test('an address of this shop that was copied whole is shortened', async () => {
  const { to_path } = await add('/copied', `${shop.config.publicUrl}/products?sort=price-up`)
  expect(to_path).toBe('/products?sort=price-up')
})

test('a list or a file of redirects is checked whole, then applied', async () => {
  const run = (csv: string, dry_run = false) => importRedirects(shop, { csv, dry_run }, by)
  const bad = await run(
    'Redirect from,Redirect to\n/list/a,/products\n/list/b,https://evil.example/\n/list/c,\n/list/A,/x\n/list/d,/list/e\n/list/e,/list/d\n',
  )
  expect(bad.applied).toBe(false)
  expect(bad.problems.map(({ line }) => line)).toEqual([3, 4, 5, 6, 7])
  expect(await stored('/list/a')).toBeUndefined()
  // Pasted, without a first line of names.
  const pasted = '/list/a;/products\nhttps://old.example/list/b;/cart\n'
  expect(await run(pasted, true)).toMatchObject({
    created: 2,
    rows: [{ line: 1, from_path: '/list/a' }, { line: 2 }],
  })
  expect(await run(pasted)).toMatchObject({ applied: true, created: 2 })
  expect(await run('from,to\n/list/a,/cart\n')).toMatchObject({ updated: 1 })
  expect(await stored('/list/a')).toBe('/cart')
  expect((await run('/nowhere;//evil.example\n')).problems).toMatchObject([{ line: 1 }])
})

test('an import of products forwards their old addresses; what leads somewhere stays', async () => {
  await add('/products/taken', '/cart')
  const csv = shopifyCsv([
    shopifyProduct('moved-mist', { Title: 'Moved Mist', Type: 'Fine Mists' }),
    shopifyProduct('taken', { Title: 'Taken', Type: 'Fine Mists' }),
  ])
  const result = await importProducts(shop, { csv, dry_run: false, redirects: true }, by)
  expect(result).toMatchObject({ applied: true, redirects: 3 })
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from products where name = 'Moved Mist'`,
  )
  expect(await stored('/products/moved-mist')).toBe(`/product/${rows[0]?.id}`)
  expect(await stored('/collections/fine-mists')).toBe('/products?category=Fine%20Mists')
  expect(await stored('/products/taken')).toBe('/cart')
  await eventually(async () =>
    expect(await open('/products/moved-mist')).toEqual([301, `/product/${rows[0]?.id}`]),
  )
})

test.each([
  ['/blogs/news/rose', '/blogs/news/rose'],
  [
    `/product/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`,
    expect.stringContaining('/product/'),
  ],
  ['/pages/about?email=a@example.com', '/pages/about'],
  ['/unsubscribe/a@example.com', null],
  ['/newsletter/a%40example.com', null],
  ['/order/abc', null],
  ['/reset/9f86d081884c7d659a2feaa0c55ad015', null],
  ['/cart/c/z2ncxvbnm1q2w3e4r5t6y7u8i9o0p', null],
  ['/cdn/shop/files/a.jpg', null],
  [`/${'x'.repeat(300)}`, null],
])('of %s the report has %s', (url, path) => {
  expect(reportedPath(url)).toEqual(path)
})

test.each(['/wp-login.php', '/.env', '/.git/config', '/vendor/phpunit', '/xmlrpc.php', '/a.sql'])(
  '%s is the noise of a robot',
  (path) => {
    expect(isRobotsPath(path)).toBe(true)
  },
)

test('what visitors miss is counted by address until it leads somewhere', async () => {
  await shop.missingPages.flush()
  await db.execute(sql`delete from missing_pages`)
  const missing = async () => {
    await shop.missingPages.flush()
    const { items, robots } = await listMissingPages(db, {}, clock.now())
    return { items: items.map(({ path, hits }) => [path, hits]), robots }
  }
  for (let n = 0; n < 3; n++) await open(`/pages/lost?visitor=${n}`)
  await open('/pages/soon')
  await open('/page/later')
  for (const path of ['/wp-login.php', '/.env', '/wp-admin']) await open(path)
  expect(await missing()).toEqual({
    items: [
      ['/pages/lost', 3],
      ['/page/later', 1],
      ['/pages/soon', 1],
    ],
    robots: 3,
  })
  await add('/pages/lost', '/products')
  await db.execute(
    sql`insert into pages (title, slug, content, is_active) values ('Later', 'later', 'Now.', true)`,
  )
  await eventually(async () => expect((await open('/page/later'))[0]).toBe(200))
  expect((await missing()).items).toEqual([['/pages/soon', 1]])
  clock.advance({ days: 40 })
  expect((await missing()).items).toEqual([])
})

test('a flood of addresses leaves a bounded number of rows, and those that are asked for again', async () => {
  await db.execute(sql`delete from missing_pages`)
  const { missingPages } = shop
  for (let n = 0; n < 2; n++) missingPages.missed('/blogs/real')
  for (let round = 0; round < 3; round++) {
    for (let n = 0; n < 3000; n++) missingPages.missed(`/scan/${round}/${n}`)
    await missingPages.flush()
  }
  missingPages.missed('/blogs/late')
  await missingPages.flush()
  const { items, total } = await listMissingPages(db, {}, clock.now())
  expect(total).toBeLessThanOrEqual(500)
  expect(items[0]).toMatchObject({ path: '/blogs/real', hits: 2 })
  const late = await listMissingPages(db, { q: 'late' }, clock.now())
  expect(late.items).toMatchObject([{ path: '/blogs/late' }])
})

test('pages without a redirect are rendered and cached as before', async () => {
  await open('/products')
  const before = shop.cache.counts.renders
  await open('/products')
  expect(shop.cache.counts.renders).toBe(before)
})
