import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { request } from 'node:http'
import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import { cleanSource, OTHER, sourceOf } from '#contract/visit-source.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenPayableShop, orderRequest, sessionIn } from '#server/testing/order-factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { listDays, listSources, listVisitedProducts, readFunnel } from './read-funnel.ts'
import { condenseVisits, storeVisits } from './store-visits.ts'

const shop = await givenPayableShop()
const other = await givenServer({
  databaseUrl: shop.databaseUrl,
  now: shop.clock.now,
  env: { PUBLIC_URL: shop.config.publicUrl },
})
const { db } = shop
const serum = await givenProduct(db, { stock: 1000 })
const balm = await givenProduct(db, { stock: 1000 })

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const SAFARI_15 =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/15.6 Safari/605.1.15'
const GOOGLEBOT = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

type Headers = Record<string, string>

async function send(path: string, headers: Headers, method = 'GET', to = shop.config.port) {
  const call = request({ port: to, host: '127.0.0.1', path, method, headers })
  call.end()
  const [answer] = await once(call, 'response')
  answer.resume()
  await once(answer, 'end')
  return answer.statusCode as number
}

/** What a browser sends when a person opens a page. */
const navigation = (more: Headers = {}): Headers => ({
  'user-agent': CHROME,
  accept: 'text/html,application/xhtml+xml',
  'accept-encoding': 'br',
  'sec-fetch-dest': 'document',
  'sec-fetch-mode': 'navigate',
  'sec-fetch-site': more.referer ? 'cross-site' : 'none',
  ...more,
})

const report = (search: Record<string, string>, headers: Headers = {}) =>
  send(
    `/seen?${new URLSearchParams(search)}`,
    { 'user-agent': CHROME, 'sec-fetch-site': 'same-origin', ...headers },
    'POST',
  )

const switchCounting = async (value: string) => {
  await db.execute(sql`
    insert into site_settings (setting_key, setting_value) values ('count_visits', ${value})
    on conflict (setting_key) do update set setting_value = excluded.setting_value`)
  for (const { visits } of [shop, other]) {
    visits.shopChanged()
    await visits.flush()
  }
}

const flush = () => Promise.all([shop, other].map(({ visits }) => visits.flush()))

const sources = async () => {
  await flush()
  const { items } = await listSources(shop, { sort: 'source', per_page: 100 })
  return Object.fromEntries(
    items.map(({ source, visits, views, carts, checkouts, orders }) => [
      source,
      [visits, views, carts, checkouts, orders],
    ]),
  )
}

afterEach(async () => {
  await flush()
  await db.execute(sql`delete from visits_by_source`)
  await db.execute(sql`delete from visits_by_product`)
})

test('a replay of requests is counted as its list says: robots, reloads, prefetches and calls are not visits', async () => {
  await switchCounting('on')
  const product = `/product/${serum.id}`
  const google = { referer: 'https://www.google.com/' }
  const own = { referer: `${shop.config.publicUrl}/products`, 'sec-fetch-site': 'same-origin' }
  const requests: [path: string, headers: Headers, isVisit: boolean][] = [
    ['/', navigation(), true],
    ['/', navigation({ 'if-none-match': '"other"' }), true],
    ['/', navigation(google), true],
    ['/products', navigation(google), true],
    [product, navigation(google), true],
    [product, navigation(google), true],
    [
      `${product}?utm_source=Instagram&utm_medium=story&utm_campaign=Summer`,
      navigation({ referer: 'https://l.instagram.com/' }),
      true,
    ],
    ['/?utm_source=iris%40example.com', navigation(), true],
    // Safari 15 says less about its requests.
    ['/', { 'user-agent': SAFARI_15, accept: 'text/html' }, true],
    // From page to page, also where only one of the two headers says so.
    [product, navigation(own), false],
    [product, navigation({ 'sec-fetch-site': 'same-origin' }), false],
    [product, { 'user-agent': SAFARI_15, accept: 'text/html', referer: own.referer }, false],
    // Reloads.
    [product, navigation({ ...google, 'cache-control': 'max-age=0' }), false],
    ['/', navigation({ 'cache-control': 'no-cache', pragma: 'no-cache' }), false],
    // In advance.
    ['/', navigation({ ...google, 'sec-purpose': 'prefetch;prerender' }), false],
    ['/', navigation({ purpose: 'prefetch' }), false],
    // Robots and programs.
    [product, navigation({ 'user-agent': GOOGLEBOT }), false],
    ['/', navigation({ 'user-agent': 'curl/8.5.0' }), false],
    ['/', navigation({ 'user-agent': CHROME.replace('Chrome', 'HeadlessChrome') }), false],
    ['/', { accept: 'text/html' }, false],
    // Not opened by a person, no page, or not one where visits begin.
    ['/', navigation({ 'sec-fetch-dest': 'iframe' }), false],
    ['/', navigation({ 'sec-fetch-dest': 'empty', 'sec-fetch-mode': 'cors' }), false],
    ['/api/site_settings', navigation(google), false],
    ['/no-such-page', navigation(google), false],
    [`/product/${randomUUID()}`, navigation(google), false],
    ['/admin', navigation(google), false],
    ['/payment-success?order_id=x', navigation({ referer: 'https://checkout.clover.com/' }), false],
    ['/checkout', navigation({ referer: 'https://checkout.clover.com/' }), false],
  ]
  // Twice: made anew, then from the page cache. In both processes.
  for (const _ of [1, 2]) {
    for (const { config } of [shop, other]) {
      for (const [path, headers] of requests) await send(path, headers, 'GET', config.port)
    }
  }
  await send('/', navigation(), 'HEAD')

  expect(await sources()).toEqual({
    direct: [3 * 4, 0, 0, 0, 0],
    'google.com': [4 * 4, 2 * 4, 0, 0, 0],
    'instagram / story / summer': [4, 4, 0, 0, 0],
    [OTHER]: [4, 0, 0, 0, 0],
  })
  const { total, is_counting } = await readFunnel(shop, {})
  expect({ ...total, is_counting }).toMatchObject({
    visits: requests.filter(([, , isVisit]) => isVisit).length * 4,
    is_counting: true,
  })
  const { items } = await listVisitedProducts(shop, {})
  expect(items).toMatchObject([{ id: serum.id, name: serum.name, views: 12, carts: 0 }])
})

test('browsers report what the server cannot see, and only browsers of the shop itself', async () => {
  await switchCounting('on')
  const view = { step: 'view', source: 'google.com', product: serum.id, first: '' }
  expect(await report(view)).toBe(204)
  await report({ step: 'view', source: 'google.com', product: balm.id })
  await report({ step: 'cart', source: 'google.com', product: balm.id, first: '' })
  await report({ step: 'checkout', source: 'google.com', first: '' })
  // Old browsers name the origin alone.
  await report(view, { 'sec-fetch-site': 'same-origin', origin: shop.config.publicUrl })

  await report(view, { 'user-agent': GOOGLEBOT })
  await report(view, { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' })
  await send(`/seen?${new URLSearchParams(view)}`, navigation())
  await report({ ...view, step: 'paid' })
  await report({ ...view, source: 'x'.repeat(1000) })
  // It never had a visit.
  await report({ step: 'view', source: 'google.com', product: randomUUID() })

  expect(await sources()).toEqual({ 'google.com': [0, 2, 1, 1, 0] })
  const { items } = await listVisitedProducts(shop, { sort: '-views' })
  expect(items.map(({ id, views, carts }) => [id, views, carts])).toEqual([
    [serum.id, 2, 0],
    [balm.id, 1, 1],
  ])
})

test('nothing is counted in a shop that does not want it', async () => {
  await switchCounting('')
  await send('/', navigation())
  await report({ step: 'checkout', source: 'direct', first: '' })
  expect(await sources()).toEqual({})
  expect(await readFunnel(shop, {})).toMatchObject({ is_counting: false, total: { visits: 0 } })
})

test('an order is counted once, with its source and products, when it is paid; a cancelled one is not', async () => {
  await switchCounting('on')
  const buyer = shop.visitor()
  const lines = [
    { product_id: serum.id, quantity: 2 },
    { product_id: balm.id, quantity: 1 },
  ]
  const placed = await buyer.place(orderRequest(lines, 60, { visit_source: 'Instagram / Story' }))
  expect(await sources()).toEqual({})
  const { body } = await buyer.link(placed.body)
  await shop.simulator.control.pay(sessionIn(body.paymentUrl))
  // The webhook, the return page and its reload all find the payment.
  await eventually(async () =>
    expect((await buyer.complete(placed.body.id)).body.state).toBe('paid'),
  )
  await buyer.complete(placed.body.id)

  expect(await sources()).toEqual({ 'instagram / story': [0, 0, 0, 0, 1] })
  const { items } = await listVisitedProducts(shop, { sort: '-units' })
  expect(items.map(({ id, orders, units, revenue }) => [id, orders, units, revenue])).toEqual([
    [serum.id, 1, 2, 40],
    [balm.id, 1, 1, 20],
  ])
  expect((await readFunnel(shop, {})).total).toMatchObject({ orders: 1, revenue: 60 })

  await db.execute(sql`update orders set status = 'cancelled' where id = ${placed.body.id}`)
  expect((await readFunnel(shop, {})).total).toMatchObject({ orders: 0, revenue: 0 })
})

test('a day has a bounded number of sources, whatever is invented', async () => {
  await switchCounting('on')
  for (const round of [1, 2]) {
    const invented = Array.from({ length: 300 }, (_, n) => `invented ${round} ${n}`)
    await storeVisits(shop, {
      sources: new Map(
        ['google.com', ...invented].map((source) => [
          source,
          { visits: source === 'google.com' ? 5 : 1, views: 0, carts: 0, checkouts: 0 },
        ]),
      ),
      products: new Map(),
    })
  }
  const { total, items } = await listSources(shop, { sort: '-visits' })
  expect(total).toBe(201)
  expect(items.slice(0, 2)).toMatchObject([
    { source: OTHER, visits: 610 - 10 - 199 },
    { source: 'google.com', visits: 10 },
  ])
})

test('what was counted when the database is away is written later, and at the end', async () => {
  await switchCounting('on')
  const third = await givenServer({
    databaseUrl: shop.databaseUrl,
    now: shop.clock.now,
    env: { PUBLIC_URL: shop.config.publicUrl },
  })
  await third.visits.flush()
  await send('/', navigation(), 'GET', third.config.port)
  await db.execute(sql`alter table visits_by_source rename to visits_away`)
  await expect(third.visits.flush()).rejects.toThrow()
  await db.execute(sql`alter table visits_away rename to visits_by_source`)
  await send('/', navigation(), 'GET', third.config.port)
  await third.close()
  expect(await sources()).toEqual({ direct: [2, 0, 0, 0, 0] })
})

test('months that ended long ago become one row, small sources become one, and no sum changes', async () => {
  await db.execute(sql`
    insert into visits_by_source (day, source, shard, visits, orders, revenue_cents)
    select day::date, 'source ' || n, n % 3, 100 - n, 1, 1000
    from generate_series('2025-01-01'::timestamp, '2025-02-28', '1 day') day, generate_series(1, 60) n`)
  await db.execute(sql`
    insert into visits_by_product (day, product_id, views, units)
    select day::date, ${serum.id}, 3, 1 from generate_series('2025-01-01'::timestamp, '2025-02-28', '1 day') day`)
  const range = { range: 'custom', from: '2025-01-01', to: '2025-03-31' } as const
  const before = await readFunnel(shop, range)
  // The last day that is 400 days old is in February, so that only January has ended before it.
  const now = () => new Date('2026-03-25T12:00:00Z')
  await condenseVisits({ db, now })
  await condenseVisits({ db, now })

  expect(await readFunnel(shop, range)).toEqual(before)
  const { items } = await listDays(shop, { ...range, sort: 'day' })
  expect(items.slice(0, 2).map(({ id }) => id)).toEqual(['2025-01-01', '2025-02-01'])
  const { rows } = await db.execute(sql`
    select count(*)::int as rows, count(distinct source)::int as sources,
      max(visits) filter (where source = 'source 1')::int as first
    from visits_by_source where day < '2025-02-01'`)
  expect(rows).toEqual([{ rows: 51, sources: 51, first: 31 * 99 }])
  const products = await db.execute(sql`
    select day::text, views, units from visits_by_product where day < '2025-02-02' order by day`)
  expect(products.rows).toEqual([
    { day: '2025-01-01', views: 93, units: 31 },
    { day: '2025-02-01', views: 3, units: 1 },
  ])
})

test.each([
  ['?utm_source=News&utm_campaign=Spring%20Sale', '', 'news / spring sale'],
  ['?utm_source=%20&utm_medium=x', 'https://www.pinterest.com/pin/1', 'pinterest.com'],
  ['?utm_source=<script>alert(1)</script>', '', 'script alert 1 script'],
  ['?utm_source=49170123456789', '', OTHER],
  ['?q=rose', 'android-app://com.example', 'direct'],
])('the source of %s from %j is %s', (search, referrer, source) => {
  expect(sourceOf(search, referrer)).toBe(source)
  expect(cleanSource(source)).toBe(source)
})
