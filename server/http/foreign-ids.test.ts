import { beforeAll, describe, expect, test } from 'vitest'
import { orders } from '../modules/orders/orders.table.ts'
import {
  BEHIND_PROXY,
  givenSignedIn,
  givenVisitor,
  type Visitor,
} from '../testing/account-factories.ts'
import { givenProfile } from '../testing/factories.ts'
import { givenServer } from '../testing/server.ts'

const HOW_MANY = 500
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
let ids: string[]
let network = 0
const nextIp = () => `10.7.${Math.floor(++network / 250)}.${(network % 250) + 1}`

beforeAll(async () => {
  shop = await givenServer({ env: BEHIND_PROXY })
  const owner = await givenProfile(shop.db)
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
  [
    'send it elsewhere',
    (visitor, id) => visitor.call('PUT', `/api/orders/${id}/address`, { shipping_address: OWNER }),
  ],
]

describe.each(strangers)("%s and 500 of somebody else's orders", (_, givenStranger) => {
  test.each(attempts)(
    'cannot %s: one and the same answer',
    async (_attempt, attempt) => {
      const stranger = await givenStranger()
      const answers = new Set<string>()
      for (let n = 0; n < ids.length; n += 25) {
        const batch = ids.slice(n, n + 25).map((id) => attempt(stranger, id))
        for (const { status, text } of await Promise.all(batch)) answers.add(`${status} ${text}`)
      }
      expect([...answers]).toEqual([expect.stringMatching(/^404 .*Order not found/)])
    },
    120_000,
  )

  test('cannot open a payment page for them', async () => {
    const stranger = await givenStranger()
    const answers = new Set<number>()
    for (const orderId of ids.slice(0, 25)) {
      const body = { orderId, amount: 20, email: 'a@example.com', customerName: 'A' }
      const { status, text } = await stranger.post('/api/functions/create-payment-link', body)
      answers.add(status)
      expect(text).not.toMatch(TRACES)
    }
    expect([...answers].every((status) => status >= 400 && status < 500)).toBe(true)
  })
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
