import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Policy } from '#contract/policy.ts'
import { proceduresOf } from '../platform/rpc.ts'
import { BEHIND_PROXY, givenSignedIn, givenVisitor } from '../testing/account-factories.ts'
import { givenAdmin, givenProduct, givenProfile } from '../testing/factories.ts'
import { address } from '../testing/order-factories.ts'
import { givenPurchase, givenReview } from '../testing/review-factories.ts'
import { givenServer } from '../testing/server.ts'

type Person = 'anonymous' | 'shopper' | 'admin'
type Refused = 401 | 403 | undefined

/** Session is turned away by whom, and how. Everything else is up to the procedure. */
const REFUSED: Record<Policy, Record<Person, Refused>> = {
  public: { anonymous: undefined, shopper: undefined, admin: undefined },
  'signed-in': { anonymous: 401, shopper: undefined, admin: undefined },
  admin: { anonymous: 401, shopper: 403, admin: undefined },
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
  }
})

test('every procedure declares who may call it, and an address of its own', () => {
  const addresses = procedures.map(({ route }) => `${route.method} ${route.path}`)
  expect(procedures.filter(({ meta }) => !meta.policy).map(({ name }) => name)).toEqual([])
  expect(new Set(addresses).size).toBe(addresses.length)
  expect(addresses.filter((address) => !/^[A-Z]+ \/[a-z]/.test(address))).toEqual([])
})

describe.each(['anonymous', 'shopper', 'admin'] as const)('%s', (person) => {
  test.each(procedures)('calls $name', async ({ name, meta, route }) => {
    // A session and a network for each call: some calls end the one or use up the other.
    const options = { ip: `10.6.${++network >> 8}.${network & 255}` }
    const visitor =
      person === 'anonymous'
        ? givenVisitor(shop, options)
        : await givenSignedIn(shop, profiles[person], options)
    const response = await knock(visitor.cookies, options.ip, route)
    const refused = response === 401 || response === 403 ? response : undefined
    const expected = REFUSED[meta.policy ?? 'admin'][person]
    if (!(expected === undefined && OWN_401.includes(name))) expect(refused).toBe(expected)
    expect(response).toBeLessThan(500)
  })
})

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
