import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { givenCategory, givenProduct } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'

type Server = Awaited<ReturnType<typeof givenServer>>
let server: Server
let other: Server
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  server = await givenServer()
  // The same public address, as behind a load balancer.
  const env = { PUBLIC_URL: server.config.publicUrl }
  other = await givenServer({ databaseUrl: server.databaseUrl, env })
  await givenCategory(server.db, 'Serums')
  // Cached before the product exists, so a page that shows it proves that no earlier notification is under way.
  for (const one of [server, other]) await get('/products', one)
  serum = await server.db.transaction((tx) =>
    givenProduct(tx, { name: 'Rosehip Renewal', category: 'Serums' }),
  )
  for (const one of [server, other]) {
    await eventually(async () =>
      expect(await (await get('/products', one)).text()).toContain('Rosehip Renewal'),
    )
  }
})

const urlOf = ({ config }: Server) => `http://localhost:${config.port}`
const get = (path: string, at = server, headers: Record<string, string> = {}) =>
  fetch(urlOf(at) + path, { headers, redirect: 'manual' })

async function rendersOf(act: () => Promise<unknown>) {
  const before = server.cache.counts.renders
  await act()
  return server.cache.counts.renders - before
}

test('campaign parameters do not cost a render, whatever their order and value', async () => {
  const plain = await (await get('/products?category=Serums&sort=price-up')).text()
  const renders = await rendersOf(async () => {
    for (const path of [
      '/products?utm_source=mail&category=Serums&sort=price-up',
      '/products?sort=price-up&gclid=1234&category=Serums',
      '/products?fbclid=abc&sort=price-up&category=Serums&utm_campaign=%F0%9F%8C%B8',
    ]) {
      expect(await (await get(path)).text(), path).toBe(plain)
    }
  })
  expect(renders).toBe(0)
})

test('a parameter that the page reads makes a page of its own', async () => {
  await givenProduct(server.db, { name: 'Quiet Cream' })
  await eventually(async () =>
    expect(await (await get('/products')).text()).toContain('Quiet Cream'),
  )
  const filtered = await (await get('/products?category=Serums')).text()
  expect(filtered).toContain('Rosehip Renewal')
  expect(filtered).not.toContain('Quiet Cream')
})

test('unknown parameters of a public read of the API are ignored, known ones are not', async () => {
  await get('/api/products?limit=1')
  const renders = await rendersOf(async () => {
    expect((await get('/api/products?cache_buster=1&limit=1')).status).toBe(200)
    expect((await get('/api/products?limit=1&_=2')).status).toBe(200)
  })
  expect(renders).toBe(0)
  expect(await rendersOf(() => get('/api/products?limit=2'))).toBe(1)
})

test('an id in upper case is the same page, and as fresh', async () => {
  const path = `/api/products/${serum.id.toUpperCase()}`
  await get(path)
  await server.db.execute(sql`update products set price = 77.5 where id = ${serum.id}`)
  await eventually(async () =>
    expect(await (await get(path)).json()).toMatchObject({ price: 77.5 }),
  )
})

test('two processes give the same page the same ETag, so that a 304 works behind a load balancer', async () => {
  for (const path of ['/', '/products', `/product/${serum.id}`, '/page/faq', '/api/products']) {
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag, path).toMatch(/^".{22}-gzip"$/)
    const again = await get(path, other, { 'if-none-match': etag })
    expect(again.status, path).toBe(304)
  }
})

test.each(['br', 'gzip', 'identity'])(
  'the first answer is already sent as %s, and a cached one in another encoding has the same text',
  async (encoding) => {
    const path = `/products?q=${encoding}`
    const first = await get(path, server, { 'accept-encoding': encoding })
    expect(first.headers.get('content-encoding')).toBe(encoding === 'identity' ? null : encoding)
    const text = await first.text()
    for (const another of ['identity', 'gzip', 'br']) {
      const second = await get(path, server, { 'accept-encoding': another })
      expect(await second.text(), another).toBe(text)
    }
  },
)

test('a change of what lists show drops the pages and answers that list products, and no others', async () => {
  const listing = ['/', '/products?sort=price-up', `/product/${serum.id}`, '/api/products?limit=3']
  const others = ['/contact', '/cart', '/api/categories']
  for (const path of [...listing, ...others]) await (await get(path)).text()
  server.cache.drop('lists')
  for (const path of listing) expect(await rendersOf(() => get(path)), path).toBe(1)
  for (const path of others) expect(await rendersOf(() => get(path)), path).toBe(0)
})

test('search parameters of the back office do not cost a render', async () => {
  await (await get('/admin/orders')).text()
  expect(await rendersOf(() => get('/admin/orders?status=pending&page=2'))).toBe(0)
})

test('a change of one product leaves renders of other pages in flight alone', async () => {
  const { rendering } = await server.db.transaction(async (tx) => {
    // Renders of product lists wait for this lock.
    await tx.execute(sql`lock table products in access exclusive mode`)
    const rendering = get('/products?max_price=33')
    await eventually(async () => expect(await waitingQueries()).toBeGreaterThan(0))
    server.cache.drop(serum.id)
    return { rendering }
  })
  await (await rendering).text()
  expect(await rendersOf(() => get('/products?max_price=33'))).toBe(0)
})

async function waitingQueries() {
  const { rows } = await other.db.execute(
    sql`select count(*)::int as n from pg_locks where not granted`,
  )
  return (rows[0] as { n: number }).n
}

test('more renders than two seconds can do: 503 at once with Retry-After, cached pages as ever', async () => {
  await (await get('/')).text()
  const slow = await whileProductsAreLocked(async (tx) => {
    const renders = [get('/products?min_price=1'), get('/products?min_price=2')]
    await tx.execute(sql`select pg_sleep(1)`)
    return renders
  })
  await Promise.all(slow)
  const searches = await whileProductsAreLocked(async () => {
    const searches = Array.from({ length: 100 }, (_, n) => get(`/products?max_price=${n + 100}`))
    // Refusals come at once; the admitted ones wait for the lock.
    const refused = await Promise.any(
      searches.map(async (search) => {
        const response = await search
        if (response.status !== 503) throw new Error('not refused')
        return response
      }),
    )
    expect(refused.headers.get('retry-after')).toBe('2')
    expect(await refused.text()).toContain('One moment, please')
    expect((await get('/')).status).toBe(200)
    return searches
  })
  const statuses = await Promise.all(searches.map(async (search) => (await search).status))
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
})

type Tx = Parameters<Parameters<Server['db']['transaction']>[0]>[0]

/** Renders that read products wait until `act` is done. */
async function whileProductsAreLocked(act: (tx: Tx) => Promise<Promise<Response>[]>) {
  let started: Promise<Response>[] = []
  await server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table products in access exclusive mode`)
    started = await act(tx)
  })
  return started
}

test('the policy opens for exactly the hosts of a service, for visitors who agreed, while its id is set', async () => {
  const policy = async (cookie?: string) => {
    const { headers } = await get('/', server, cookie ? { cookie } : {})
    return [headers.get('content-security-policy') ?? '', headers.get('etag')]
  }
  const [closed] = await policy('petal_tracking=yes')
  expect(closed).not.toContain('https:')

  await server.db.execute(sql`
    insert into site_settings (setting_key, setting_value) values ('meta_pixel_id', '123456789012345')`)
  await eventually(async () =>
    expect((await policy('a=b; petal_tracking=yes'))[0]).toContain('https://connect.facebook.net'),
  )
  const [opened, etag] = await policy('petal_tracking=yes')
  expect([...(opened ?? '').matchAll(/https:[^ ;]+/g)].map(([host]) => host)).toEqual([
    'https://connect.facebook.net',
    'https://www.facebook.com',
    'https://www.facebook.com',
    'https://connect.facebook.net',
  ])
  for (const cookie of [undefined, 'petal_tracking=no', 'xpetal_tracking=yes']) {
    const [other, otherTag] = await policy(cookie)
    expect(other).not.toContain('https:')
    // Otherwise a browser would go on with the policy of the other answer.
    expect(otherTag).not.toBe(etag)
  }
  await server.db.execute(sql`delete from site_settings where setting_key = 'meta_pixel_id'`)
  await eventually(async () => expect((await policy('petal_tracking=yes'))[0]).toBe(closed))
})
