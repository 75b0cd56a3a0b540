import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import { products } from '../modules/catalog/catalog.table.ts'
import { givenCategory, givenProduct } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'

let shop: Awaited<ReturnType<typeof givenServer>>
let neighbour: typeof shop
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenServer()
  neighbour = await givenServer({ databaseUrl: shop.databaseUrl })
  await givenCategory(shop.db, 'Serums')
  serum = await givenProduct(shop.db, {
    name: 'Rosehip Renewal',
    price: 38.5,
    category: 'Serums',
    featured: true,
  })
})

const page = async (path: string, at = shop) => {
  const response = await fetch(at.url + path, { redirect: 'manual' })
  return { response, html: await response.text() }
}

test('home, products and product pages arrive with names and prices in their HTML', async () => {
  for (const path of ['/', '/products', `/product/${serum.id}`]) {
    const { response, html } = await page(path)
    expect(response.status, path).toBe(200)
    expect(html, path).toContain('Rosehip Renewal')
    expect(html, path).toContain('$38.50')
  }
})

test('an unknown address, a missing product and a missing page are real 404s with a way home', async () => {
  for (const path of [
    '/nowhere/at/all',
    '/404',
    `/product/${crypto.randomUUID()}`,
    '/product/not-an-id',
    '/page/none',
    '/none',
  ]) {
    const { response, html } = await page(path)
    expect(response.status, path).toBe(404)
    if (!path.startsWith('/product')) expect(html, path).toContain('Oops! Page not found')
  }
})

test('an active page is found under its short address', async () => {
  const { response } = await page('/terms-of-service')
  expect([301, 302, 307, 308]).toContain(response.status)
  expect(response.headers.get('location')).toMatch(/\/page\/terms-of-service$/)
})

test('scripts run only from ourselves or by the hash of what we rendered', async () => {
  const { response, html } = await page('/')
  const policy = response.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  const inline = [
    ...html.matchAll(/<script(?![^>]*( src=|type="application\/))[^>]*>(?<text>.*?)<\/script>/gs),
  ]
  expect(inline.length).toBeGreaterThan(0)
  const hashes = inline.map(({ groups }) => {
    const hash = createHash('sha256').update(groups?.text ?? '')
    return `'sha256-${hash.digest('base64')}'`
  })
  const allowed = /script-src ([^;]*)/.exec(policy)?.[1]?.split(' ') ?? []
  expect(new Set(allowed)).toEqual(new Set(["'self'", ...hashes]))
  expect(html).not.toMatch(/\son[a-z]+="/)
})

test('the second visitor gets the stored bytes; an unchanged page costs 304', async () => {
  await page('/products')
  const rendered = shop.cache.counts.renders
  const { response } = await page('/products')
  expect(shop.cache.counts.renders).toBe(rendered)
  const again = await fetch(`${shop.url}/products`, {
    headers: { 'if-none-match': response.headers.get('etag') ?? '' },
  })
  expect(again.status).toBe(304)
  expect(again.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a product changed through one process is fresh in the pages of the other', async () => {
  await page(`/product/${serum.id}`, neighbour)
  await page('/', neighbour)
  await shop.db.update(products).set({ price: 41.25 }).where(eq(products.id, serum.id))
  for (const path of ['/', `/product/${serum.id}`, `/api/products/${serum.id}`]) {
    await eventually(async () => expect((await page(path, neighbour)).html).toMatch(/41\.25/))
  }
})

test('selling a unit drops the pages of that product and keeps the others', async () => {
  await page('/products', neighbour)
  await page(`/product/${serum.id}`, neighbour)
  await shop.db.update(products).set({ stock: 47 }).where(eq(products.id, serum.id))
  await eventually(async () =>
    expect((await page(`/api/products/${serum.id}`, neighbour)).html).toContain('"stock":47'),
  )
  const rendered = neighbour.cache.counts.renders
  await page('/products', neighbour)
  expect(neighbour.cache.counts.renders).toBe(rendered)
})

test('a changing call needs our own Origin and JSON', async () => {
  const call = (headers: Record<string, string>) =>
    fetch(`${shop.url}/api/auth/sign-in/email`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ email: 'a@example.com', password: 'whatever' }),
    })
  const json = { 'content-type': 'application/json' }
  expect((await call(json)).status).toBe(403)
  expect((await call({ ...json, origin: 'https://evil.example' })).status).toBe(403)
  expect((await call({ 'content-type': 'text/plain', origin: shop.url })).status).toBe(415)
  expect((await call({ ...json, origin: shop.url })).status).toBe(401)
})

test('health, readiness, metrics and the API description answer', async () => {
  for (const path of ['/healthz', '/readyz', '/metrics', '/api/openapi.json', '/api/docs']) {
    expect((await fetch(shop.url + path)).status, path).toBe(200)
  }
})

test('the API page loads nothing from anywhere', async () => {
  const { html } = await page('/api/docs')
  expect(html).not.toMatch(/<(script|link|img|iframe)\b/)
  expect(html).toContain('/api/products')
})

test('an unknown call is a JSON 404, a bad input a 400 that says what is wrong', async () => {
  const unknown = await fetch(`${shop.url}/api/nothing`)
  expect([unknown.status, await unknown.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'NOT_FOUND' }),
  ])
  const bad = await fetch(`${shop.url}/api/products?page=-1`)
  expect(bad.status).toBe(400)
})

test('text that no database can keep, and nesting without end, are refused in words', async () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const message = { name: 'A\0da', email: 'ada@example.com', subject: 'Hello', message: 'Hello' }
  for (const body of [JSON.stringify(message), `{"name":${deep}}`, '{"\\u0000":{}}']) {
    const response = await fetch(`${shop.url}/api/contact_messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: shop.url },
      body,
    })
    expect(response.status, body.slice(0, 40)).toBe(400)
  }
  for (const path of ['/api/products?category=%00', '/api/pages/%00', '/api/products/%00']) {
    expect((await fetch(shop.url + path)).status, path).toBe(400)
  }
})
