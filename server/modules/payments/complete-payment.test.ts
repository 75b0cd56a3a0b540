import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
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

vi.setConfig({ testTimeout: 300_000 })

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

test('back from the payment page before any notice, the buyer is told that it is paid, because the provider says so', async () => {
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

test('500 orders whose notice and buyer arrive at the same moment are completed 500 times, none twice', async () => {
  const open = await givenOpenPages(shop, 500)
  const paid = await inLanes(open, 50, async ({ order, session, buyer }) => {
    const [outcome, answer] = await Promise.all([
      shop.simulator.control.pay(session),
      buyer.complete(order.id),
    ])
    return { outcome: outcome.outcome, status: answer.status }
  })
  expect(paid.filter(({ outcome }) => outcome === 'approved')).toHaveLength(500)
  expect(paid.filter(({ status }) => status !== 200)).toEqual([])
  await shop.simulator.control.idle()
  const ids = open.map(({ order }) => order.id)
  const { rows } = await shop.db.execute<{ completed: number; mails: number; settled: number }>(sql`
    select
      (select count(*)::int from orders where id = any(${sql.param(ids)}) and status = 'completed') as completed,
      (select count(*)::int from payments where order_id = any(${sql.param(ids)}) and status = 'settled') as settled,
      (select count(*)::int from pgboss.job where name = 'order-paid' and data->>'order_id' = any(${sql.param(ids)})) as mails`)
  expect(rows[0]).toEqual({ completed: 500, settled: 500, mails: 500 })
  expect(await shop.findings()).toEqual([])
})

test('1,000 calls for unpaid and foreign orders complete none and tell nothing of anybody', async () => {
  const { order } = await givenOpenPage(shop, serum)
  const targets = Array.from({ length: 1000 }, (_, n) => (n % 3 ? order.id : crypto.randomUUID()))
  const answers = await inLanes(targets, 25, (id) => shop.visitor().complete(id))
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(answers.filter(({ body }) => body.success)).toEqual([])
  const said = new Set(answers.map(({ body }) => JSON.stringify(body)))
  expect(said.size).toBe(2)
  for (const personal of Object.values(address)) expect([...said].join()).not.toContain(personal)
  expect((await readOrder(shop.db, order.id))?.status).toBe('pending')
})

test('a payment link is for the owner alone', async () => {
  const { order } = await givenOpenPage(shop, serum)
  const { status, body } = await shop.visitor().link(order)
  expect({ status, code: body.code }).toEqual({ status: 404, code: 'ORDER_NOT_FOUND' })
})

test('the express way: the cart becomes a real order, paid before its address is known', async () => {
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

test('an expired page and a cancelled order can no longer be paid', async () => {
  const { order, buyer } = await givenOpenPage(shop, serum)
  shop.clock.advance({ minutes: 21 })
  expect((await buyer.link(order)).body.code).toBe('ORDER_CLOSED')
})
