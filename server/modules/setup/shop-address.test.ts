import { createServer, request as httpRequest } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenSignedIn, givenVisitor, type Visitor } from '#server/testing/account-factories.ts'
import { onFileEnd } from '#server/testing/cleanup.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenAdmin, givenProfile, PASSWORD } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'

type Shop = Awaited<ReturnType<typeof givenServer>>

const SECRETS = { SESSION_SECRET: 'a'.repeat(64), ENCRYPTION_KEY: 'b'.repeat(64) }
let shop: Shop
let other: Shop
let admin: Visitor
/** Another name of the first process, at which it really answers. */
let address: string

beforeAll(async () => {
  shop = await givenServer({ env: SECRETS })
  other = await givenServer({ env: SECRETS, databaseUrl: shop.databaseUrl })
  admin = await givenSignedIn(shop, await givenAdmin(shop.db))
  address = `http://127.0.0.1:${shop.config.port}`
})

type Settings = {
  public_url: { value: string; source: string }
  trusted_proxies: { value: string; source: string }
  checked_at: string | null
  version: number
}
const settings = async (as = admin) => (await as.get('/api/shop_address')).body as Settings
const save = async (public_url: string, more: object = {}) => {
  const { version } = await settings()
  return admin.call('PUT', '/api/shop_address', {
    public_url,
    trusted_proxies: 0,
    version,
    ...more,
  })
}
const check = async (public_url: string) =>
  (await admin.post('/api/shop_address/check', { public_url })).body as {
    problem: string | null
    proxies: number | null
  }
const textOf = async (url: string) => (await fetch(url)).text()

test('an address saved in one process is in use in all of them, in pages that were cached, too', async () => {
  const before = await textOf(`${other.url}/contact`)
  expect(before).toContain(`<link rel="canonical" href="${other.url}/contact"`)
  const saved = await save(address)
  expect(saved.status, saved.text).toBe(200)
  expect(await settings()).toMatchObject({ public_url: { value: address, source: 'saved' } })
  expect((await settings()).checked_at).not.toBeNull()
  for (const { url } of [shop, other]) {
    await eventually(async () => {
      expect(await textOf(`${url}/contact`)).toContain(`rel="canonical" href="${address}/contact"`)
    })
    expect(await textOf(`${url}/robots.txt`)).toContain(`Sitemap: ${address}/sitemap.xml`)
    expect(await textOf(`${url}/sitemap.xml`)).toContain(`<loc>${address}/contact</loc>`)
  }
  const clover = (await admin.get('/api/clover_settings/all')).body as { webhook_url: string }
  expect(clover.webhook_url).toBe(`${address}/webhooks/clover`)
  expect(other.context.config.publicUrl).toBe(address)
  expect(await shop.db.select().from(audit_log)).toContainEqual(
    expect.objectContaining({
      object_type: 'operating_settings',
      after: expect.objectContaining({ public_url: address }),
    }),
  )
})

test('a process that starts later reads it; a variable of the environment wins and is shown', async () => {
  await save(address)
  const later = await givenServer({ env: SECRETS, databaseUrl: shop.databaseUrl })
  expect(later.context.config.publicUrl).toBe(address)
  const PUBLIC_URL = 'https://petal.example.com'
  const fixed = await givenServer({
    env: { ...SECRETS, PUBLIC_URL, TRUST_PROXY: '10.0.0.0/8' },
    databaseUrl: shop.databaseUrl,
  })
  const local = `http://127.0.0.1:${fixed.config.port}`
  expect(await textOf(`${local}/robots.txt`)).toContain(`Sitemap: ${PUBLIC_URL}/sitemap.xml`)
  const { readShopAddress } = await import('./operating-settings.ts')
  expect(await readShopAddress(fixed.context)).toMatchObject({
    public_url: { value: PUBLIC_URL, source: 'environment' },
    trusted_proxies: { value: '10.0.0.0/8', source: 'environment' },
    saved: { public_url: address },
  })
})

test('an admin who saves an address that leads nowhere is still signed in, and can correct it', async () => {
  const lost = 'https://nowhere.invalid'
  const refused = await save(lost)
  expect(refused.status).toBe(409)
  expect(refused.text).toContain('ADDRESS_NOT_REACHED')
  expect((await settings()).public_url.value).not.toBe(lost)
  expect((await save(lost, { unchecked: true })).status).toBe(200)
  expect(await settings()).toMatchObject({ public_url: { value: lost }, checked_at: null })
  // The same cookies, under the name in use; and a new sign-in there.
  expect(await admin.session()).toMatchObject({ role: 'admin' })
  const profile = await givenProfile(shop.db)
  const visitor = givenVisitor(shop)
  expect((await visitor.signIn(profile.email, PASSWORD)).status).toBe(200)
  expect(await visitor.session()).not.toBeNull()
  expect((await save('')).status).toBe(200)
  expect(await settings()).toMatchObject({ public_url: { value: shop.url, source: 'default' } })
})

/** `fetch` does not send a Host of our choice. */
function signInAt(host: string, origin: string, email: string) {
  const body = JSON.stringify({ email, password: PASSWORD })
  return new Promise<{ status?: number; cookies: string }>((resolve, reject) => {
    const sent = httpRequest(
      `${address}/api/auth/sign-in/email`,
      { method: 'POST', headers: { host, origin, 'content-type': 'application/json' } },
      (response) => {
        response.resume()
        response.once('end', () =>
          resolve({
            status: response.statusCode,
            cookies: String(response.headers['set-cookie'] ?? ''),
          }),
        )
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })
}

test('away from this machine session cookies need TLS, whatever address is saved', async () => {
  const { email } = await givenProfile(shop.db)
  const far = await signInAt('shop.example', 'https://shop.example', email)
  expect(far.status).toBe(200)
  expect(far.cookies).toMatch(/__Host-petal_session=[^;]+;.*Secure/)
  const near = await signInAt(new URL(shop.url).host, shop.url, email)
  expect(near.cookies).toMatch(/(^|,)petal_session=/)
  const foreign = await signInAt('shop.example', 'https://evil.example', email)
  expect(foreign).toEqual({ status: 403, cookies: '' })
})

test.each([
  ['shop.example.com', 'Begin with https://'],
  ['http://shop.example.com', 'unencrypted'],
  ['https://shop.example.com/shop', 'Only the address itself, such as https://shop.example.com'],
  ['https://ada:secret@shop.example.com', 'Only the address itself'],
  ['https://shop example.com', 'not a web address'],
])('%s is no address of a shop', async (public_url, message) => {
  const refused = await save(public_url, { unchecked: true })
  expect(refused.status).toBe(400)
  expect(refused.text).toContain(message)
})

async function givenSite(
  answer: (url: string) => { status: number; location?: string; body?: string },
) {
  const site = createServer((request, response) => {
    const { status, location, body = '' } = answer(request.url ?? '')
    response.writeHead(status, location ? { location } : {}).end(body)
  })
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve))
  onFileEnd(() => new Promise((resolve) => site.close(resolve)))
  return `http://127.0.0.1:${(site.address() as AddressInfo).port}`
}

test('the check says what is there instead of the shop', async () => {
  expect(await check(address)).toEqual({ problem: null, proxies: 0 })
  const stranger = await givenSite(() => ({ status: 200, body: '{"proof":"made up"}' }))
  expect((await check(stranger)).problem).toContain('but not this shop')
  const endless = await givenSite(() => ({ status: 200, body: 'x'.repeat(100_000) }))
  expect((await check(endless)).problem).toContain('but not this shop')
  const moved = await givenSite(() => ({ status: 301, location: 'https://www.shop.example/' }))
  expect((await check(moved)).problem).toContain('leads on to https://www.shop.example')
  expect((await check('http://127.0.0.1:9')).problem).toMatch(
    /Nothing listens|could not be reached/,
  )
  const anotherShop = await givenServer()
  expect((await check(anotherShop.url)).problem).toContain('but not this shop')
})

test('the check counts the proxies in front, and the number that is saved decides whom limits count', async () => {
  const proxy = createServer((request, response) => {
    const forwarded = httpRequest(
      address + request.url,
      { headers: { ...request.headers, 'x-forwarded-for': '203.0.113.9' } },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502)
        answer.pipe(response)
      },
    )
    forwarded.end()
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  onFileEnd(() => new Promise((resolve) => proxy.close(resolve)))
  const { port } = proxy.address() as AddressInfo
  expect(await check(`http://127.0.0.1:${port}`)).toEqual({ problem: null, proxies: 1 })

  const message = { name: 'Iris', email: 'iris@example.com', phone: null, message: 'Hello' }
  const write = async (ip: string) =>
    (await givenVisitor(shop, { ip }).post('/api/contact_messages', message)).status
  const statuses = async (network: string) => {
    const found = []
    for (let n = 1; n <= 6; n++) found.push(await write(`${network}.${n}`))
    return found
  }
  // Not trusted, the proxy is one visitor.
  expect(await statuses('203.0.113')).toEqual([201, 201, 201, 201, 201, 429])
  await save('', { trusted_proxies: 1 })
  expect(await statuses('198.51.100')).toEqual([201, 201, 201, 201, 201, 201])
})

test('two admins do not overwrite each other unseen', async () => {
  const { version } = await settings()
  await save('')
  const late = await admin.call('PUT', '/api/shop_address', {
    public_url: '',
    trusted_proxies: 2,
    version,
  })
  expect(late.status).toBe(409)
  expect(late.text).toContain('CHANGED_MEANWHILE')
})
