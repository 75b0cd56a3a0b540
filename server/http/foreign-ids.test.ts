import { beforeAll, describe, expect, test } from 'vitest'
import { guestKey } from '../modules/orders/guest-access.ts'
import { orders } from '../modules/orders/orders.table.ts'
import {
  BEHIND_PROXY,
  givenSignedIn,
  givenVisitor,
  type Visitor,
} from '../testing/account-factories.ts'
import { givenProfile } from '../testing/factories.ts'
import { givenServer, MERCHANT_ACCOUNT, soakSize } from '../testing/server.ts'

const HOW_MANY = soakSize({ usual: 50, soak: 500 })
/** Configured, so that only the ownership check stands between a stranger and a payment page. */
const OWNER = {
  fullName: 'Wilhelmina Secretkeeper',
  email: 'wilhelmina@example.com',
  address: '7 Hidden Lane',
  city: 'Nowhereville',
  state: 'OR',
  zipCode: '97777',
  country: 'United States',
}
const TRACES = /Wilhelmina|Secretkeeper|Hidden Lane|Nowhereville|97777/

let shop: Awaited<ReturnType<typeof givenServer>>
let owner: Awaited<ReturnType<typeof givenProfile>>
let ids: string[]
let network = 0
const nextIp = () => `10.7.${Math.floor(++network / 250)}.${(network % 250) + 1}`

beforeAll(async () => {
  shop = await givenServer({ env: { ...BEHIND_PROXY, ...MERCHANT_ACCOUNT } })
  owner = await givenProfile(shop.db)
  const rows = await shop.db
    .insert(orders)
    .values(
      Array.from({ length: HOW_MANY }, (_, n) => ({
        subtotal: 20,
        total: 20,
        status: 'completed' as const,
        completed_at: new Date().toISOString(),
        shipping_address: OWNER,
        // Half of an account, half of guests.
        ...(n % 2 ? { user_id: owner.id } : { guest_email: OWNER.email }),
      })),
    )
    .returning({ id: orders.id })
  ids = rows.map(({ id }) => id)
})

const strangers: [string, () => Promise<Visitor>][] = [
  ['a guest', async () => givenVisitor(shop, { ip: nextIp() })],
  [
    'another shopper',
    async () => givenSignedIn(shop, await givenProfile(shop.db), { ip: nextIp() }),
  ],
]

const attempts: [string, (visitor: Visitor, id: string) => ReturnType<Visitor['call']>][] = [
  ['read it', (visitor, id) => visitor.get(`/api/orders/${id}`)],
  ['read it with a made-up key', (visitor, id) => visitor.get(`/api/orders/${id}?key=${id}`)],
  ['get its invoice', (visitor, id) => visitor.get(`/api/orders/${id}/invoice`)],
  ['read its returns', (visitor, id) => visitor.get(`/api/orders/${id}/returns`)],
  [
    'see a picture of a return',
    (visitor, id) => visitor.get(`/api/orders/${id}/return-pictures/private-a.jpg`),
  ],
  [
    'ask for a return of it',
    (visitor, id) =>
      visitor.post(`/api/orders/${id}/returns`, {
        idempotency_key: id,
        lines: [{ product_id: id, quantity: 1 }],
        reason: 'I did not buy it',
        pictures: [],
      }),
  ],
  [
    'withdraw a return of it',
    (visitor, id) => visitor.post(`/api/orders/${id}/returns/${id}/withdraw`, {}),
  ],
  [
    'send it elsewhere',
    (visitor, id) => visitor.call('PUT', `/api/orders/${id}/address`, { shipping_address: OWNER }),
  ],
  [
    'open its payment page',
    (visitor, id) =>
      visitor.post('/api/functions/create-payment-link', {
        orderId: id,
        amount: 20,
        email: 'a@example.com',
        customerName: 'A',
      }),
  ],
]

describe.each(strangers)('%s and many orders of other people', (_, givenStranger) => {
  test.each(attempts)(
    'cannot %s: one and the same answer',
    async (_attempt, attempt) => {
      const answers = new Set<string>()
      for (let n = 0; n < ids.length; n += 25) {
        // A network address of its own for each batch: some calls are limited by address.
        const stranger = await givenStranger()
        const batch = ids.slice(n, n + 25).map((id) => attempt(stranger, id))
        for (const { status, text } of await Promise.all(batch)) answers.add(`${status} ${text}`)
      }
      expect([...answers]).toEqual([expect.stringMatching(/^404 .*Order not found/)])
    },
    120_000,
  )
})

test.each(attempts)(
  'the owner does not read "Order not found" when they %s',
  async (_, attempt) => {
    const visitor = await givenSignedIn(shop, owner, { ip: nextIp() })
    const { status, text } = await attempt(visitor, ids[1] ?? '')
    expect(status).toBeLessThan(500)
    expect(text).not.toContain('Order not found')
  },
)

test('a guest order moves to the account that shows its key; the key then opens nothing', async () => {
  const id = ids[0] ?? ''
  const key = guestKey(shop.config, id)
  const [stranger, buyer] = await Promise.all(
    [1, 2].map(async () => givenSignedIn(shop, await givenProfile(shop.db), { ip: nextIp() })),
  )
  const claim = (visitor: Visitor | undefined, given: object) =>
    visitor?.post(`/api/orders/${id}/claim`, given)
  expect(await claim(stranger, {})).toMatchObject({ status: 404 })
  expect(await claim(stranger, { key: guestKey(shop.config, ids[2] ?? '') })).toMatchObject({
    status: 404,
  })
  expect(await claim(buyer, { key })).toMatchObject({ status: 200 })
  expect((await buyer?.get('/api/orders'))?.text).toContain(id)
  expect((await stranger?.get(`/api/orders/${id}?key=${key}`))?.status).toBe(404)
  expect(await claim(stranger, { key })).toMatchObject({ status: 404 })
})

test('lists of the own hold nothing of others', async () => {
  const stranger = await givenSignedIn(shop, await givenProfile(shop.db, { email_verified: true }))
  for (const path of [
    '/api/orders',
    '/api/orders/last-address',
    '/api/account',
    '/api/account/sessions',
    '/api/account/guest-orders',
    '/api/account/export',
  ]) {
    const { status, text } = await stranger.get(path)
    expect(status, path).toBe(200)
    expect(text, path).not.toMatch(TRACES)
    expect(
      ids.some((id) => text.includes(id)),
      path,
    ).toBe(false)
  }
})
