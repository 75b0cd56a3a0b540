import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mails } from '#server/modules/mail/mail.table.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { expireOrders } from './expire-orders.ts'
import { payments, refunds } from './payments.table.ts'
import { reconcilePayments } from './reconcile.ts'

vi.setConfig({ testTimeout: 300_000 })

let shop: PayableShop
let admin: Visitor
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop({ workers: true })
  admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  serum = await givenProduct(shop.db, { price: 38.5, stock: 100 })
})

beforeEach(() => {
  shop.simulator.control.reset()
  shop.simulator.control.set({ webhook: { url: shop.webhookUrl } })
})

async function givenPaid() {
  const { order, session } = await givenOpenPage(shop, serum)
  const { payment } = await shop.simulator.control.pay(session)
  return { order, id: payment!.id }
}

async function givenLate() {
  const { order, session } = await givenOpenPage(shop, serum)
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  const { payment } = await shop.simulator.control.pay(session, undefined, { late: true })
  return { order, id: payment!.id }
}

const refund = (id: string, amount: number) => admin.post(`/payments/${id}/refunds`, { amount })
const paymentNow = async (id: string) =>
  (await shop.db.select().from(payments).where(eq(payments.payment_id, id)))[0]
const refundedByProvider = (id: string) =>
  shop.simulator.control
    .ledger()
    .refunds.filter((one) => one.payment_id === id)
    .reduce((sum, one) => sum + one.amount, 0)

test('a part and then the rest is given back through the provider, and never more than was paid', async () => {
  const { id } = await givenPaid()
  expect((await refund(id, 10)).body).toMatchObject({ amount: 10, status: 'succeeded' })
  expect(await refund(id, 28.51)).toMatchObject({
    status: 409,
    body: { code: 'MORE_THAN_PAID', data: { left: 28.5 } },
  })
  expect((await refund(id, 28.5)).body.status).toBe('succeeded')
  expect((await refund(id, 0.01)).status).toBe(409)
  expect((await refund(id, 0)).status).toBe(400)
  expect(refundedByProvider(id)).toBe(3850)
  const told = await vi.waitFor(
    async () => {
      const all = await shop.db.select().from(mails).where(eq(mails.template, 'refund-processed'))
      expect(all).toHaveLength(2)
      return all
    },
    { timeout: 90_000, interval: 100 },
  )
  expect(told.map(({ html }) => html).join()).toContain('$28.50')
  expect(await shop.findings()).toEqual([])
})

test('ten clerks who give back the same payment at once give it back once', async () => {
  const { id } = await givenPaid()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id, 38.5)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(refundedByProvider(id)).toBe(3850)
})

test('what the provider refuses is recorded, to be done in its dashboard', async () => {
  const { id } = await givenPaid()
  shop.simulator.control.set({ faults: [{ on: 'refunds', fault: '403' }] })
  expect((await refund(id, 38.5)).body.status).toBe('recorded')
  expect(await paymentNow(id)).toMatchObject({ refunded: 38.5 })
  expect(await shop.findings()).toEqual([])
})

test('a refund whose answer got lost is found in the list of the provider; one that never arrived is recorded', async () => {
  for (const [fault, outcome] of [
    ['answer-lost', 'succeeded'],
    ['drop', 'recorded'],
  ] as const) {
    const { id } = await givenPaid()
    shop.simulator.control.set({ faults: [{ on: 'refunds', fault }] })
    const { body } = await refund(id, 38.5)
    expect(body.status).toBe('pending')
    shop.simulator.control.set({ faults: [] })
    shop.clock.advance({ minutes: 1 })
    await reconcilePayments(shop)
    const [row] = await shop.db.select().from(refunds).where(eq(refunds.id, body.id))
    expect(row?.status).toBe(outcome)
    expect(refundedByProvider(id)).toBe(fault === 'drop' ? 0 : 3850)
  }
  expect(await shop.findings()).toEqual([])
})

test('a late payment is listed; given back it needs nobody any more', async () => {
  const { order, id } = await givenLate()
  const listed = async () => (await admin.get('/payments/attention')).body.items
  expect((await listed())[0]).toMatchObject({
    payment_id: id,
    attention_reason: 'late',
    order: { id: order.id, status: 'cancelled' },
  })
  await refund(id, 38.5)
  expect((await listed()).map((one: { payment_id: string }) => one.payment_id)).not.toContain(id)
  expect(await paymentNow(id)).toMatchObject({ status: 'resolved', refunded: 38.5 })
})

test('a late payment can complete its order after all, while the stock is there', async () => {
  const { order, id } = await givenLate()
  expect((await admin.post(`/payments/${id}/accept`, {})).body).toMatchObject({
    status: 'settled',
    order: { id: order.id, status: 'completed' },
  })
  expect((await admin.post(`/payments/${id}/accept`, {})).body.code).toBe('NOT_ACCEPTABLE')
  expect(await shop.findings()).toEqual([])
})

test('a person can say that a payment was looked after', async () => {
  const { id } = await givenLate()
  expect((await admin.post(`/payments/${id}/resolve`, {})).body.status).toBe('resolved')
  expect((await admin.post('/payments/NOSUCH/resolve', {})).status).toBe(404)
  expect(await shop.findings()).toEqual([])
})

test('payments are for admins alone', async () => {
  const shopper = shop.visitor()
  await shopper.signIn(await givenProfile(shop.db))
  for (const [visitor, status] of [
    [shop.visitor(), 401],
    [shopper, 403],
  ] as const) {
    expect((await visitor.get('/payments/attention')).status).toBe(status)
    for (const act of ['refunds', 'accept', 'resolve']) {
      expect((await visitor.post(`/payments/X/${act}`, { amount: 1 })).status).toBe(status)
    }
  }
})
