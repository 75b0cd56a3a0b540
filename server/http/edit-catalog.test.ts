import { beforeAll, expect, test } from 'vitest'
import { givenSignedIn, givenVisitor, type Visitor } from '../testing/account-factories.ts'
import { eventually } from '../testing/eventually.ts'
import { givenAdmin, givenPicture, givenProfile } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'

type Server = Awaited<ReturnType<typeof givenServer>>
let shop: Server
let other: Server
let admin: Visitor

beforeAll(async () => {
  shop = await givenServer()
  // The same public address, as behind a load balancer.
  const env = { PUBLIC_URL: shop.config.publicUrl }
  other = await givenServer({ databaseUrl: shop.databaseUrl, env })
  admin = await givenSignedIn(shop, await givenAdmin(shop.db))
})

type Saved = { id: string; version: number }

async function save<Result = Saved>(method: string, path: string, body?: unknown) {
  const answer = await admin.call(method, `/api${path}`, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as Result
}

/**
 * What every process answers. Pages of the second alone: within one Node process all servers render with the API of
 * the one that was created last, so the first could store a page before the caches of the second are dropped.
 */
const everywhere = async (path: string, expected: string, isThere = true) => {
  for (const { config } of path.startsWith('/api/') ? [shop, other] : [other]) {
    await eventually(async () => {
      const text = await (await fetch(`http://localhost:${config.port}${path}`)).text()
      expect(text.includes(expected), `${expected} on ${path}`).toBe(isThere)
    })
  }
}

const product = async () => ({
  name: 'Visible Everywhere',
  description: 'A test of patience.',
  price: 21,
  cost_price: 4.44,
  original_price: null,
  category: null as string | null,
  stock: 40,
  featured: false,
  images: [await givenPicture(shop.db)],
})

// Shows S2.22, S3.1, B7.1, B7.2
test('what is saved is on the pages of every process, and the cost price nowhere', async () => {
  await everywhere('/products', 'Visible Everywhere', false)
  const category = { name: 'Everywhere', description: null, display_order: 0, is_active: true }
  const made = await save('POST', '/categories', category)
  await everywhere('/products', 'Everywhere')
  const edit = { ...(await product()), category: 'Everywhere' }
  const { id, version } = await save('POST', '/products', edit)
  await everywhere('/products', 'Visible Everywhere')
  await everywhere(`/product/${id}`, '$21.00')
  await everywhere(`/product/${id}`, '4.44', false)
  await everywhere('/api/products', '4.44', false)

  await save('PUT', `/products/${id}`, { ...edit, price: 23, version, seen_stock: 40 })
  await everywhere(`/product/${id}`, '$23.00')
  await save('POST', `/products/${id}/stock`, { change: -33, reason: 'counted', note: null })
  await everywhere(`/product/${id}`, 'Low stock')

  await save('PUT', `/categories/${made.id}`, { ...category, name: 'Renamed', version: 1 })
  await everywhere('/api/categories', 'Renamed')
  await everywhere(`/api/products/${id}`, 'Renamed')
  await save('PUT', `/categories/${made.id}/active`, { version: 2, is_active: false })
  await everywhere('/api/categories', 'Renamed', false)

  await save('PATCH', `/products/${id}`, { version: 2, archived: true })
  await everywhere('/products', 'Visible Everywhere', false)
  await save('PATCH', `/products/${id}`, { version: 3, archived: false })
  await everywhere('/products', 'Visible Everywhere')
  await save('DELETE', `/products/${id}`)
  await everywhere('/products', 'Visible Everywhere', false)
})

test('only administrators may send a file larger than other bodies', async () => {
  const csv = `name,description\n${'A,"Long text"\n'.repeat(40_000)}`
  const { problems } = await save<{ problems: unknown[] }>('POST', '/products/import', {
    csv,
    dry_run: true,
  })
  expect(problems.length).toBeGreaterThan(0)
  const shopper = await givenSignedIn(shop, await givenProfile(shop.db))
  for (const [visitor, refusal] of [
    [shopper, 403],
    [givenVisitor(shop), 401],
  ] as const) {
    const { status } = await visitor.post('/api/products/import', { csv, dry_run: true })
    expect(status).toBe(refusal)
  }
})
