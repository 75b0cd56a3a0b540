import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { givenProduct } from '#server/testing/factories.ts'
import {
  address,
  givenOpenPage,
  givenOpenPages,
  givenPayableShop,
  inLanes,
  type PayableShop,
  sessionIn,
} from '#server/testing/order-factories.ts'
import { readOrder } from '../orders/index.ts'
import { payments } from './payments.table.ts'

let shop: PayableShop
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop()
  serum = await givenProduct(shop.db, { price: 38.5, stock: 5000 })
})

beforeEach(() => {
  shop.simulator.control.reset()
  shop.simulator.control.set({ webhook: { url: shop.webhookUrl } })
})

// Shows S7.29
test('a buyer who returns before any webhook event sees the order paid, because the provider says so', async () => {
  const { order, session, buyer } = await givenOpenPage(shop, serum)
  shop.simulator.control.set({ webhook: { timing: 'hold' } })
  await shop.simulator.control.pay(session)
  expect((await buyer.complete(order.id)).body).toEqual({
    success: true,
    error: null,
    state: 'paid',
  })
  await shop.simulator.control.releaseWebhooks()
  expect(await shop.db.$count(payments)).toBe(1)
})

// Shows S7.29
test('opening the success address without paying proves nothing', async () => {
  const { order, buyer } = await givenOpenPage(shop, serum)
  const { body } = await buyer.complete(order.id)
  expect(body).toMatchObject({ success: false, state: 'pending' })
  expect((await readOrder(shop.db, order.id))?.status).toBe('pending')
})

test('the provider is asked about one order at most every few seconds', async () => {
  const { order, session, buyer } = await givenOpenPage(shop, serum)
  await buyer.complete(order.id)
  shop.simulator.control.set({ webhook: { timing: 'never' } })
  await shop.simulator.control.pay(session)
  shop.clock.advance({ seconds: 1 })
  expect((await buyer.complete(order.id)).body.state).toBe('pending')
  shop.clock.advance({ seconds: 3 })
  expect((await buyer.complete(order.id)).body.state).toBe('paid')
})

test('40 orders whose event and buyer arrive at the same moment are completed 40 times, none twice', async () => {
  const open = await givenOpenPages(shop, 40)
  const paid = await inLanes(open, 40, async ({ order, session, buyer }) => {
    const [outcome, answer] = await Promise.all([
      shop.simulator.control.pay(session),
      buyer.complete(order.id),
    ])
    return { outcome: outcome.outcome, status: answer.status }
  })
  expect(paid.filter(({ outcome }) => outcome === 'approved')).toHaveLength(40)
  expect(paid.filter(({ status }) => status !== 200)).toEqual([])
  await shop.simulator.control.idle()
  const ids = open.map(({ order }) => order.id)
  const { rows } = await shop.db.execute<{ completed: number; mails: number; settled: number }>(sql`
    select
      (select count(*)::int from orders where id = any(${sql.param(ids)}) and status = 'completed') as completed,
      (select count(*)::int from payments where order_id = any(${sql.param(ids)}) and status = 'settled') as settled,
      (select count(*)::int from pgboss.job where data->>'paid_order_id' = any(${sql.param(ids)})) as mails`)
  expect(rows[0]).toEqual({ completed: 40, settled: 40, mails: 40 })
  expect(await shop.findings()).toEqual([])
})

test('60 calls for unpaid and foreign orders complete none and reveal nothing personal', async () => {
  const { order } = await givenOpenPage(shop, serum)
  const targets = Array.from({ length: 60 }, (_, n) => (n % 3 ? order.id : crypto.randomUUID()))
  const answers = await inLanes(targets, 25, (id) => shop.visitor().complete(id))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(answers.filter(({ body }) => body.success)).toEqual([])
  const said = new Set(answers.map(({ body }) => JSON.stringify(body)))
  expect(said.size).toBe(2)
  for (const personal of Object.values(address)) expect([...said].join()).not.toContain(personal)
  expect((await readOrder(shop.db, order.id))?.status).toBe('pending')
})

const FALLBACK = 'An error occurred verifying payment'
const CARDS = {
  '4005571702222222': 'Your card has insufficient funds. Please use a different card.',
  '4264281511117771': 'Your card has expired. Please use a different card.',
  '375987654000004': FALLBACK,
}

// Shows S8.22
test.each(Object.entries(CARDS))(
  'the decline of card %s is answered at once, with its reason, whether or not an event arrives',
  async (card, reason) => {
    for (const timing of ['before-redirect', 'never'] as const) {
      shop.simulator.control.set({ webhook: { timing } })
      const { order, session, buyer } = await givenOpenPage(shop, serum)
      await shop.simulator.control.pay(session, card)
      expect((await buyer.complete(order.id)).body, timing).toEqual({
        success: false,
        error: reason,
        state: 'declined',
      })
      expect((await readOrder(shop.db, order.id))?.status).toBe('pending')
      // The order id alone reveals only whether it is paid.
      expect((await shop.visitor().complete(order.id)).body.state).toBe('pending')
    }
  },
)

test('a decline whose reason can not be read is answered with the general error', async () => {
  const { order, session, buyer } = await givenOpenPage(shop, serum)
  shop.simulator.control.set({ faults: [{ on: 'payments', fault: '500' }] })
  await shop.simulator.control.pay(session, '4264281511117771')
  expect((await buyer.complete(order.id)).body).toMatchObject({
    error: FALLBACK,
    state: 'declined',
  })
})

test('after a decline, opening the payment page again waits for the next card, which may pay', async () => {
  const { order, session, buyer } = await givenOpenPage(shop, serum)
  await shop.simulator.control.pay(session, '4005571702222222')
  expect((await buyer.complete(order.id)).body.state).toBe('declined')
  shop.clock.advance({ seconds: 10 })
  await buyer.link(order)
  expect((await buyer.complete(order.id)).body.state).toBe('pending')
  shop.clock.advance({ seconds: 10 })
  await shop.simulator.control.pay(session, '4264281511117771')
  expect((await buyer.complete(order.id)).body.error).toBe(CARDS['4264281511117771'])
  // Another card on the same page, and no event about it.
  shop.simulator.control.set({ webhook: { timing: 'never' } })
  await shop.simulator.control.pay(session)
  shop.clock.advance({ seconds: 10 })
  expect((await buyer.complete(order.id)).body.state).toBe('paid')
})

test('a payment link is for the owner alone', async () => {
  const { order } = await givenOpenPage(shop, serum)
  const { status, body } = await shop.visitor().link(order)
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'ORDER_NOT_FOUND' })
})

// Shows S7.26, S7.28
test('express checkout: the cart becomes a real order, paid before its address is known', async () => {
  const guest = shop.visitor()
  const cart = {
    items: [{ product_id: serum.id, name: 'Whatever', price: 0.01, quantity: 2 }],
    total: 77,
    idempotencyKey: crypto.randomUUID(),
  }
  const cheat = await guest.post('/functions/create-payment-link', { ...cart, total: 0.02 })
  expect(cheat).toMatchObject({ status: 409, body: { code: 'TOTAL_CHANGED', data: { total: 77 } } })

  const { body } = await guest.post('/functions/create-payment-link', cart)
  const again = await guest.post('/functions/create-payment-link', cart)
  expect(again.body).toEqual(body)
  await shop.simulator.control.pay(sessionIn(body.paymentUrl))
  expect((await guest.get(`/orders/${body.orderId}`)).body).toMatchObject({
    status: 'completed',
    total: 77,
    shipping_address: null,
  })

  const path = `/orders/${body.orderId}/address`
  expect((await shop.visitor().put(path, { shipping_address: address })).status).toBe(404)
  expect((await guest.put(path, { shipping_address: address })).body).toMatchObject({
    guest_email: address.email,
    shipping_address: address,
  })
  const twice = await guest.put(path, { shipping_address: address })
  expect(twice.body.code).toBe('ADDRESS_KNOWN')
})

// Shows S7.26
test("the drawer's payload without an idempotency key: the same items from the same visitor within a minute are one order", async () => {
  const path = '/functions/create-payment-link'
  const cart = (quantity: number) => ({
    items: [{ product_id: serum.id, name: 'Serum', price: 38.5, quantity }],
    total: 38.5 * quantity,
  })
  const guest = shop.visitor()
  const first = await guest.post(path, cart(1))
  const repeated = await Promise.all([1, 2, 3].map(() => guest.post(path, cart(1))))
  expect(repeated.map(({ body }) => body)).toEqual([first.body, first.body, first.body])

  const orderOf = async (buyer: typeof guest, quantity: number) =>
    (await buyer.post(path, cart(quantity))).body.orderId
  expect(await orderOf(guest, 2)).not.toBe(first.body.orderId)
  expect(await orderOf(shop.visitor(), 1)).not.toBe(first.body.orderId)
  shop.clock.advance({ seconds: 61 })
  expect(await orderOf(guest, 1)).not.toBe(first.body.orderId)

  const withoutProduct = { items: [{ name: 'Serum', price: 38.5, quantity: 1 }], total: 38.5 }
  expect((await guest.post(path, withoutProduct)).status).toBe(400)
})

test('an expired page and a cancelled order can no longer be paid', async () => {
  const { order, buyer } = await givenOpenPage(shop, serum)
  shop.clock.advance({ minutes: 21 })
  expect((await buyer.link(order)).body.code).toBe('ORDER_CLOSED')
})
