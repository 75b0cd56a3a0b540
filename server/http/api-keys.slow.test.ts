import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import pLimit from 'p-limit'
import { beforeAll, describe, expect, test } from 'vitest'
import type { ApiKey } from '#contract/api-keys.ts'
import { contract } from '#contract/index.ts'
import { KEY_SCOPES, type KeyScope } from '#contract/key-scopes.ts'
import type { ProcedureMeta } from '#contract/policy.ts'
import type { Area } from '#contract/rights.ts'
import { user_roles } from '../modules/accounts/accounts.table.ts'
import { api_keys } from '../modules/connections/connections.table.ts'
import { audit_log } from '../platform/platform.table.ts'
import { proceduresOf } from '../platform/rpc.ts'
import { csvExports } from '../router.ts'
import { BEHIND_PROXY, givenSignedIn, type Visitor } from '../testing/account-factories.ts'
import { givenAdmin, givenColleague } from '../testing/factories.ts'
import { givenClock, givenServer } from '../testing/server.ts'

const procedures = [...proceduresOf(contract)]
const backOffice = procedures.filter(({ meta }) => meta.policy === 'admin')
const others = procedures.filter(({ meta }) => meta.policy !== 'admin')
const clock = givenClock()
let shop: Awaited<ReturnType<typeof givenServer>>
let other: Awaited<ReturnType<typeof givenServer>>
let ada: Visitor

beforeAll(async () => {
  shop = await givenServer({ now: clock.now, env: BEHIND_PROXY })
  other = await givenServer({ databaseUrl: shop.databaseUrl, now: clock.now })
  ada = await givenSignedIn(shop, await givenAdmin(shop.db))
})

type Given = { scopes: KeyScope[]; calls_per_minute?: number; by?: Visitor }

async function givenKey({ scopes, calls_per_minute = 1200, by = ada }: Given) {
  const created = await by.post('/api/api_keys', { name: 'Warehouse', scopes, calls_per_minute })
  expect(created.status).toBe(201)
  return created.body as { api_key: ApiKey; secret: string }
}

type Call = { method?: string; headers?: Record<string, string>; body?: object; url?: string }

const callWith = (secret: string, path: string, call: Call = {}) =>
  fetch(`${call.url ?? shop.url}/api${path}`, {
    method: call.method ?? 'GET',
    headers: {
      authorization: `Bearer ${secret}`,
      ...(call.body && { 'content-type': 'application/json' }),
      ...call.headers,
    },
    body: call.body && JSON.stringify(call.body),
  })

/** Written down a second time: what no key may ever do. */
const NEVER: readonly Area[] = [
  'own_sign_in',
  'team',
  'chat',
  'mail',
  'mail_texts',
  'settings',
  'changes',
  'payment_credentials',
  'backups',
  'people',
  'connections',
  'ownership',
]

function isOpenTo(scope: KeyScope, { policy, area }: ProcedureMeta, method = 'POST') {
  if (policy !== 'admin' || !area || NEVER.includes(area)) return false
  const [scopeArea, right] = scope.split(':')
  return scopeArea === area && (right === 'write' || method === 'GET')
}

async function knock(secret: string, ip: string, route: { method?: string; path?: string }) {
  const { method = 'POST', path = '' } = route
  const stop = new AbortController()
  const address = path.replaceAll(/\{\+?[^}]+\}/g, () => randomUUID())
  const { status } = await fetch(`${shop.url}/api${address}`, {
    method,
    signal: stop.signal,
    headers: {
      authorization: `Bearer ${secret}`,
      'content-type': 'application/json',
      'x-forwarded-for': ip,
    },
    body: method === 'GET' ? undefined : '{}',
  })
  stop.abort()
  return status
}

type Procedure = (typeof procedures)[number]

/** Calls each, and returns those that were open. */
async function expectOpen(
  secret: string,
  ip: string,
  called: Procedure[],
  isOpen: (procedure: Procedure) => boolean,
) {
  const limit = pLimit(10)
  const statuses = await Promise.all(
    called.map(({ route }) => limit(() => knock(secret, ip, route))),
  )
  const wrong = called.flatMap((procedure, n) => {
    const status = statuses[n] ?? 500
    const isRight = status < 500 && status !== 401 && (status !== 403) === isOpen(procedure)
    return isRight ? [] : `${procedure.name}: ${status}`
  })
  expect(wrong).toEqual([])
  return called.filter(isOpen)
}

describe('a key may call what its right covers, and nothing else', () => {
  test.each(KEY_SCOPES)('%s', async (scope) => {
    const { secret } = await givenKey({ scopes: [scope] })
    // A network of its own: public procedures count the calls of each.
    const ip = `10.7.${KEY_SCOPES.indexOf(scope)}.1`
    const opened = await expectOpen(secret, ip, backOffice, ({ meta, route }) =>
      isOpenTo(scope, meta, route.method),
    )
    expect(opened).not.toHaveLength(0)
  })

  test('of all others it may call the public reads, whatever its rights', async () => {
    const { secret } = await givenKey({ scopes: [...KEY_SCOPES] })
    await expectOpen(secret, '10.8.0.1', others, ({ meta, route }) => {
      return meta.policy === 'public' && route.method === 'GET'
    })
  })

  test('routes that are no procedures are closed to every key', async () => {
    const { secret } = await givenKey({ scopes: [...KEY_SCOPES] })
    for (const name of Object.keys(csvExports)) {
      expect((await callWith(secret, `/export/${name}.csv`)).status, name).toBe(401)
    }
    expect((await callWith(secret, '/backups/petal-none.tar.gz')).status).toBe(401)
    const upload = { method: 'POST', body: {} }
    expect((await callWith(secret, '/media?purpose=product', upload)).status).toBe(401)
    expect((await callWith(secret, '/live/changes')).status).toBe(403)
  })
})

test('a revoked key ends at once, in every process', async () => {
  const { secret, api_key } = await givenKey({ scopes: ['orders:read'] })
  const statusAt = async (url: string) => (await callWith(secret, '/orders/all', { url })).status
  expect(await statusAt(shop.url)).toBe(200)
  expect(await statusAt(other.url)).toBe(200)
  expect((await ada.post(`/api/api_keys/${api_key.id}/revoke`)).body).toMatchObject({
    state: 'revoked',
  })
  expect(await statusAt(other.url)).toBe(401)
  expect(await statusAt(shop.url)).toBe(401)
})

test('a key changes the shop without an Origin, and the audit log names it', async () => {
  const { secret, api_key } = await givenKey({ scopes: ['coupons:write'] })
  const valid = { valid_from: '2030-01-01T00:00:00Z', valid_until: '2031-01-01T00:00:00Z' }
  const amount = { discount_percentage: 10, discount_amount: null, max_uses: null }
  const body = { code: 'BYKEY', active: true, ...valid, ...amount }
  const answer = await callWith(secret, '/coupons', { method: 'POST', body })
  expect(answer.status).toBe(201)
  const { id } = (await answer.json()) as { id: string }
  const [entry] = await shop.db.select().from(audit_log).where(eq(audit_log.object_id, id))
  expect(entry).toMatchObject({ actor_name: 'Warehouse (API key of Ada Keeper)' })
  const [created] = await shop.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.object_id, api_key.id))
  expect(created).toMatchObject({ action: 'create', object_type: 'api_keys' })
  expect(JSON.stringify(created)).not.toContain('key_hash')
})

test('the secret is stored nowhere', async () => {
  const { secret, api_key } = await givenKey({ scopes: ['orders:read'] })
  expect(secret).toMatch(/^petal_[\w-]{43}$/)
  const { rows } = await shop.db.execute(
    sql`select k::text from api_keys k union all select a::text from audit_log a`,
  )
  expect(JSON.stringify(rows)).not.toContain(secret.slice(6))
  expect(await ada.get('/api/api_keys')).toMatchObject({ status: 200 })
  expect((await ada.get('/api/api_keys')).text).not.toContain(secret)
  expect(secret.endsWith(api_key.hint)).toBe(true)
})

test('cookies beside a key do not count, whether it works or not', async () => {
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const { secret } = await givenKey({ scopes: ['orders:read'] })
  const asAda = { headers: { cookie, origin: shop.url } }
  expect((await callWith(secret, '/coupons', asAda)).status).toBe(403)
  expect((await callWith('petal_wrong', '/coupons', asAda)).status).toBe(401)
  expect((await callWith(secret, '/account', asAda)).status).toBe(403)
  expect(await (await callWith(secret, '/session', asAda)).json()).toBeNull()
})

test('a header of another site changes nothing: without a key that works there are no rights', async () => {
  const cookie = [...ada.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, origin: 'https://evil.example' }
  const body = { name: 'Taken', scopes: ['orders:write'], calls_per_minute: 60 }
  for (const secret of ['', 'x', `petal_${'a'.repeat(43)}`]) {
    const answer = await callWith(secret, '/api_keys', { method: 'POST', headers, body })
    expect(answer.status).toBe(401)
  }
})

test('the last use is written once a minute at most', async () => {
  const { secret, api_key } = await givenKey({ scopes: ['orders:read'] })
  const lastUse = async () => {
    const [row] = await shop.db.select().from(api_keys).where(eq(api_keys.id, api_key.id))
    return row?.last_used_at
  }
  expect(await lastUse()).toBeNull()
  await callWith(secret, '/orders/all')
  const first = await lastUse()
  expect(first).toBe(clock.now().toISOString())
  clock.advance({ seconds: 59 })
  await callWith(secret, '/orders/all')
  expect(await lastUse()).toBe(first)
  clock.advance({ seconds: 2 })
  await callWith(secret, '/orders/all', { url: other.url })
  expect(await lastUse()).toBe(clock.now().toISOString())
})

test('each key has its own limit, counted in all processes together', async () => {
  const busy = await givenKey({ scopes: ['orders:read'], calls_per_minute: 60 })
  const quiet = await givenKey({ scopes: ['orders:read'], calls_per_minute: 60 })
  const statuses: number[] = []
  for (let n = 0; n < 61; n++) {
    const url = n % 2 === 0 ? shop.url : other.url
    statuses.push((await callWith(busy.secret, '/orders/all', { url })).status)
  }
  expect(statuses.filter((status) => status === 200)).toHaveLength(60)
  expect(statuses.at(-1)).toBe(429)
  expect((await callWith(quiet.secret, '/orders/all')).status).toBe(200)
})

test('a key never may more than the person who created it', async () => {
  const profile = await givenColleague(shop.db, 'admin', { full_name: 'Bo Leaves' })
  const bo = await givenSignedIn(shop, profile)
  const { secret, api_key } = await givenKey({ scopes: ['orders:read', 'coupons:read'], by: bo })
  const statuses = async () => [
    (await callWith(secret, '/orders/all')).status,
    (await callWith(secret, '/coupons')).status,
  ]
  const mine = eq(user_roles.user_id, profile.id)
  expect(await statuses()).toEqual([200, 200])
  await shop.db.update(user_roles).set({ role: 'fulfilment' }).where(mine)
  expect(await statuses()).toEqual([200, 403])
  await shop.db.update(user_roles).set({ two_factor_required: true }).where(mine)
  expect(await statuses()).toEqual([401, 401])
  await shop.db.delete(user_roles).where(mine)
  expect(await statuses()).toEqual([401, 401])
  const { items } = (await ada.get('/api/api_keys?per_page=200')).body as { items: ApiKey[] }
  expect(items.find(({ id }) => id === api_key.id)).toMatchObject({
    state: 'suspended',
    created_by: 'Bo Leaves',
  })
})

test('rights are changed at once; a stale save is refused', async () => {
  const { secret, api_key } = await givenKey({ scopes: ['orders:read'] })
  const { id, name, calls_per_minute, version } = api_key
  const edit = { name, calls_per_minute, scopes: ['coupons:read', 'coupons:read'], version }
  expect((await ada.call('PUT', `/api/api_keys/${id}`, edit)).body).toMatchObject({
    scopes: ['coupons:read'],
  })
  expect((await callWith(secret, '/orders/all')).status).toBe(403)
  expect((await callWith(secret, '/coupons')).status).toBe(200)
  expect((await ada.call('PUT', `/api/api_keys/${id}`, edit)).status).toBe(409)
  const unknown = { ...edit, scopes: ['people:write'] }
  expect((await ada.call('PUT', `/api/api_keys/${id}`, unknown)).status).toBe(400)
})
