import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { UPLOAD_PURPOSES, UPLOAD_RULES } from '#contract/media.ts'
import type { ProcedureMeta } from '#contract/policy.ts'
import { type Area, ROLES, type Role } from '#contract/rights.ts'
import { user_roles } from '../modules/accounts/accounts.table.ts'
import { proceduresOf } from '../platform/rpc.ts'
import { csvExports } from '../router.ts'
import { BEHIND_PROXY, givenSignedIn, givenVisitor } from '../testing/account-factories.ts'
import {
  givenAdmin,
  givenColleague,
  givenProduct,
  givenProfile,
  PASSWORD,
} from '../testing/factories.ts'
import { address } from '../testing/order-factories.ts'
import { givenPurchase, givenReview } from '../testing/review-factories.ts'
import { givenServer } from '../testing/server.ts'
import { codeOf } from '../testing/totp.ts'

const PEOPLE = ['anonymous', 'shopper', ...ROLES] as const
type Person = (typeof PEOPLE)[number]

/**
 * What each role may use, written down a second time: a slip in contract/rights.ts fails here. An owner may use
 * everything; a manager everything but what `OWNER_ONLY` names.
 */
const OWNER_ONLY: readonly Area[] = [
  'people',
  'connections',
  'payment_credentials',
  'backups',
  'ownership',
]
const MAY_USE: Record<Exclude<Role, 'admin' | 'manager'>, readonly Area[]> = {
  fulfilment: ['own_sign_in', 'team', 'orders', 'stock'],
  support: ['own_sign_in', 'team', 'chat', 'contact', 'reviews', 'customers'],
  content: ['own_sign_in', 'team', 'content', 'mail_texts'],
}

function isAllowed(person: Role, area: Area) {
  if (person === 'admin') return true
  return person === 'manager' ? !OWNER_ONLY.includes(area) : MAY_USE[person].includes(area)
}

/** Who is turned away, and how. Everything else is up to the procedure. */
function refusalOf(person: Person, { policy, area }: ProcedureMeta) {
  if (policy === 'public') return undefined
  if (person === 'anonymous') return 401
  if (policy === 'signed-in') return undefined
  return person !== 'shopper' && area && isAllowed(person, area) ? undefined : 403
}

/** These answer 401 by themselves: a wrong password is not a missing role. */
const OWN_401 = ['auth.sign_in', 'auth.second_step']

const procedures = [...proceduresOf(contract)]
let shop: Awaited<ReturnType<typeof givenServer>>
let profiles: Record<Exclude<Person, 'anonymous'>, { id: string }>
let network = 0

beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY })
  profiles = {
    shopper: await givenProfile(shop.db),
    admin: await givenAdmin(shop.db),
    manager: await givenColleague(shop.db, 'manager'),
    fulfilment: await givenColleague(shop.db, 'fulfilment'),
    support: await givenColleague(shop.db, 'support'),
    content: await givenColleague(shop.db, 'content'),
  }
})

test('every procedure declares who may call it, and an address of its own', () => {
  const addresses = procedures.map(({ route }) => `${route.method} ${route.path}`)
  expect(procedures.filter(({ meta }) => !meta.policy).map(({ name }) => name)).toEqual([])
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.filter((address) => !/^[A-Z]+ \/[a-z]/.test(address))).toEqual([])
})

describe.each(PEOPLE)('%s', (person) => {
  // Shows B2.1, B6.1, B6.2
  test.each(procedures)('calls $name', async ({ name, meta, route }) => {
    const expected = refusalOf(person, meta)
    const response = await knockAs(person, route, { isRefused: expected !== undefined })
    const refused = response === 401 || response === 403 ? response : undefined
    if (!(expected === undefined && OWN_401.includes(name))) expect(refused).toBe(expected)
    expect(response).toBeLessThan(500)
  })
})

/** The routes of the back office that are no procedures. */
const ROUTES: { area: Area; method: string; path: string }[] = [
  ...Object.entries(csvExports).map(([name, { area }]) => ({
    area,
    method: 'GET',
    path: `/export/${name}.csv`,
  })),
  { area: 'backups', method: 'GET', path: '/backups/petal-none.tar.gz' },
  { area: 'backups', method: 'GET', path: '/backup-copies/files/petal-none.sealed' },
  ...UPLOAD_PURPOSES.flatMap((purpose) => {
    const { area } = UPLOAD_RULES[purpose]
    return area ? [{ area, method: 'POST', path: `/media?purpose=${purpose}` }] : []
  }),
]

describe.each(PEOPLE)('%s', (person) => {
  test.each(ROUTES)('asks for $method $path', async ({ area, ...route }) => {
    const expected = refusalOf(person, { policy: 'admin', area })
    const response = await knockAs(person, route, { isRefused: expected !== undefined })
    const refused = response === 401 || response === 403 ? response : undefined
    expect(refused).toBe(expected)
    expect(response).toBeLessThan(500)
  })
})

test('every procedure of the back office has an area, and every area has one', () => {
  const admin = procedures.filter(({ meta }) => meta.policy === 'admin')
  expect(admin.filter(({ meta }) => !meta.area).map(({ name }) => name)).toEqual([])
  const used = new Set(admin.map(({ meta }) => meta.area))
  for (const areas of Object.values(MAY_USE))
    expect([...used]).toEqual(expect.arrayContaining([...areas]))
  expect([...used]).toEqual(expect.arrayContaining([...OWNER_ONLY]))
})

test('until required two-step sign-in is set up, only setting it up is allowed', async () => {
  const profile = await givenColleague(shop.db, 'manager')
  await shop.db
    .update(user_roles)
    .set({ two_factor_required: true })
    .where(eq(user_roles.user_id, profile.id))
  const cleo = await givenSignedIn(shop, profile)
  expect(await cleo.session()).toMatchObject({ role: 'manager', needs_two_factor: true })
  for (const path of ['/api/insights/figures', '/api/orders/all', '/api/export/orders.csv']) {
    expect((await cleo.get(path)).status, path).toBe(403)
  }
  expect((await cleo.get('/api/account')).status).toBe(200)
  const setUp = await cleo.post('/api/account/two-factor', { password: PASSWORD })
  expect(setUp.status).toBe(200)
  const { secret } = setUp.body as { secret: string }
  expect((await cleo.post('/api/account/two-factor/on', { code: codeOf(secret) })).status).toBe(200)
  expect((await cleo.get('/api/orders/all')).status).toBe(200)
})

/** By person, for calls that are refused: these change nothing. */
const visitors = new Map<Person, ReturnType<typeof visitorOf>>()

/** A session and a network for each call that is allowed: some end the one or use up the other. */
async function knockAs(
  person: Person,
  route: { method?: string; path?: string },
  { isRefused }: { isRefused: boolean },
) {
  const known = isRefused ? visitors.get(person) : undefined
  const visiting = known ?? visitorOf(person)
  if (isRefused) visitors.set(person, visiting)
  const { cookies, ip } = await visiting
  return knock(cookies, ip, route)
}

async function visitorOf(person: Person) {
  const ip = `10.6.${++network >> 8}.${network & 255}`
  const { cookies } =
    person === 'anonymous'
      ? givenVisitor(shop, { ip })
      : await givenSignedIn(shop, profiles[person], { ip })
  return { cookies, ip }
}

/** Calls with ids that exist nowhere and no body: an allowed caller gets at most a 400, 404 or 409. */
async function knock(
  cookies: Map<string, string>,
  ip: string,
  route: { method?: string; path?: string },
) {
  const method = route.method ?? 'POST'
  const path = (route.path ?? '').replaceAll(/\{\+?[^}]+\}/g, () => randomUUID())
  const stop = new AbortController()
  const response = await fetch(`${shop.url}/api${path}`, {
    method,
    signal: stop.signal,
    headers: {
      origin: shop.url,
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-forwarded-for': ip,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    body: method === 'GET' ? undefined : '{}',
  })
  // A live stream never ends by itself; its status is all we want to know.
  stop.abort()
  return response.status
}

describe('what belongs to one shopper is not there for another', () => {
  test.each(['orders.get', 'orders.invoice', 'reviews.edit', 'reviews.remove'])(
    '%s',
    async (name) => {
      const product = await givenProduct(shop.db)
      const user_id = profiles.shopper.id
      const owned = name.startsWith('orders.')
        ? await givenPurchase(shop.db, {
            user_id,
            product_id: product.id,
            shipping_address: address,
          })
        : await givenReview(shop.db, { product_id: product.id, user_id, rating: 5 })
      const { method = '', path = '' } =
        procedures.find((procedure) => procedure.name === name)?.route ?? {}
      const callAs = async (profile: { id: string }) => {
        const visitor = await givenSignedIn(shop, profile)
        const body = method === 'PATCH' ? { title: 'Changed' } : undefined
        return (await visitor.call(method, `/api${path.replace('{id}', owned.id)}`, body)).status
      }
      expect(await callAs(await givenProfile(shop.db))).toBe(404)
      expect(await callAs(profiles.shopper)).not.toBe(404)
    },
  )
})

describe('nothing else is reachable', () => {
  test.each([
    'GET /api/auth/get-session',
    'GET /api/auth/list-sessions',
    'POST /api/auth/update-user',
    'POST /api/auth/change-email',
    'POST /api/auth/change-password',
    'POST /api/auth/delete-user',
    'POST /api/auth/revoke-sessions',
    'POST /api/auth/sign-in/social',
    'POST /api/auth/two-factor/enable',
    'POST /api/auth/two-factor/verify-totp',
    'POST /api/auth/send-verification-email',
    'GET /api/auth/verify-email',
    'GET /api/auth/ok',
    'GET /api/auth/error',
  ])('%s', async (address) => {
    const [method = '', path = ''] = address.split(' ')
    const visitor = await givenSignedIn(shop, profiles.admin)
    const body = method === 'GET' ? undefined : {}
    expect((await visitor.call(method, path, body)).status).toBe(404)
  })
})
