import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { mails } from '#server/modules/mail/mail.table.ts'
import { createLog } from '#server/platform/log.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  givenOpenPage,
  givenOrder,
  givenPayableShop,
  type PayableShop,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { expireOrders } from './expire-orders.ts'
import { payments, refunds } from './payments.table.ts'
import { reconcilePayments } from './reconcile.ts'
import { refundsByDay } from './refund-parts.ts'
import { finishRefunds, refundPayment } from './refunds.ts'

let shop: PayableShop
let admin: Visitor
let owner: Awaited<ReturnType<typeof givenAdmin>>
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop({ workers: true })
  admin = shop.visitor()
  owner = await givenAdmin(shop.db)
  await admin.signIn(owner)
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
const retry = (payment_id: string, id: string) =>
  admin.post(`/payments/${payment_id}/refunds/${id}/retry`, {})
const markDone = (payment_id: string, id: string) =>
  admin.post(`/payments/${payment_id}/refunds/${id}/done-by-hand`, {})
const fail = (fault: '403' | '500' | 'drop' | 'answer-lost') =>
  shop.simulator.control.set({ faults: [{ on: 'refunds', fault }] })
const recover = () => shop.simulator.control.set({ faults: [] })
const refundNow = async (id: string) =>
  (await shop.db.select().from(refunds).where(eq(refunds.id, id)))[0]
const findListed = async (payment_id: string) =>
  (await admin.get('/payments/attention')).body.items.find(
    (one: { payment_id: string }) => one.payment_id === payment_id,
  )
/** Queued in the transaction that makes a refund final, whether or not they were sent already. */
const countRefundMails = async (refund_id: string) => {
  const { rows } = await shop.db.execute<{ count: number }>(sql`
    select count(*)::int as count from pgboss.job
    where name = 'order-news' and data->>'refund_id' = ${refund_id}`)
  return rows[0]?.count
}
const paymentNow = async (id: string) =>
  (await shop.db.select().from(payments).where(eq(payments.payment_id, id)))[0]
const refundedByProvider = (id: string) =>
  shop.simulator.control
    .ledger()
    .refunds.filter((one) => one.payment_id === id)
    .reduce((sum, one) => sum + one.amount, 0)

test('a part and then the rest is given back through the provider, and never more than was paid', async () => {
  const { id } = await givenPaid()
  expect((await refund(id, 10)).body).toMatchObject({ amount: 10, status: 'confirmed' })
  expect(await refund(id, 28.51)).toMatchObject({
    status: 409,
    body: { code: 'MORE_THAN_PAID', data: { left: 28.5 } },
  })
  expect((await refund(id, 28.5)).body.status).toBe('confirmed')
  expect((await refund(id, 0.01)).status).toBe(409)
  expect((await refund(id, 0)).status).toBe(400)
  expect(refundedByProvider(id)).toBe(3850)
  const sent = await vi.waitFor(
    async () => {
      const all = await shop.db.select().from(mails).where(eq(mails.template, 'refund-processed'))
      expect(all).toHaveLength(2)
      return all
    },
    { timeout: 50_000, interval: 100 },
  )
  expect(sent.map(({ html }) => html).join()).toContain('$28.50')
  expect(await shop.findings()).toEqual([])
})

test('ten admins who refund the same payment at once refund it once', async () => {
  const { id } = await givenPaid()
  const answers = await Promise.all(Array.from({ length: 10 }, () => refund(id, 38.5)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(refundedByProvider(id)).toBe(3850)
})

test('a refund that the provider refuses is not mailed and not counted; tried again, the money goes back once', async () => {
  const { id } = await givenPaid()
  fail('403')
  const { body } = await refund(id, 38.5)
  expect(body).toMatchObject({ status: 'failed', failure: expect.stringContaining('403') })
  expect(await paymentNow(id)).toMatchObject({ refunded: 0 })
  expect(await countRefundMails(body.id)).toBe(0)
  expect(await findListed(id)).toMatchObject({ refunds: [{ id: body.id, status: 'failed' }] })

  expect((await retry(id, body.id)).body.status).toBe('failed')
  recover()
  expect((await retry(id, body.id)).body).toMatchObject({ status: 'confirmed', failure: null })
  expect((await retry(id, body.id)).body.code).toBe('REFUND_NOT_FAILED')
  expect(refundedByProvider(id)).toBe(3850)
  const atProvider = shop.simulator.control.ledger().refunds.filter((one) => one.payment_id === id)
  expect(atProvider).toMatchObject([{ idempotency_key: body.id }])
  expect(await paymentNow(id)).toMatchObject({ refunded: 38.5 })
  expect(await countRefundMails(body.id)).toBe(1)
  expect(await findListed(id)).toBeUndefined()
  expect(await shop.findings()).toEqual([])
})

test('a refund without an answer is requested, not mailed, until the list of the provider says what became of it', async () => {
  for (const [fault, outcome] of [
    ['answer-lost', 'confirmed'],
    ['500', 'failed'],
    ['drop', 'failed'],
  ] as const) {
    const { id } = await givenPaid()
    fail(fault)
    const { body } = await refund(id, 38.5)
    expect(body.status, fault).toBe('requested')
    expect(await countRefundMails(body.id)).toBe(0)
    expect((await retry(id, body.id)).body.code).toBe('REFUND_NOT_FAILED')
    recover()
    shop.clock.advance({ minutes: 1 })
    await reconcilePayments(shop)
    expect((await refundNow(body.id))?.status, fault).toBe(outcome)
    expect(await countRefundMails(body.id)).toBe(outcome === 'confirmed' ? 1 : 0)
    if (outcome === 'failed') expect((await retry(id, body.id)).body.status).toBe('confirmed')
    expect(refundedByProvider(id), fault).toBe(3850)
  }
  expect(await shop.findings()).toEqual([])
})

test('a part that was refunded without our knowing is found when it is tried again, not refunded twice', async () => {
  const { id } = await givenPaid()
  fail('403')
  const { body } = await refund(id, 10)
  expect((await refundNow(body.id))?.status).toBe('failed')
  recover()
  await refundInDashboard(id, 1000)
  expect((await retry(id, body.id)).body.status).toBe('confirmed')
  expect(refundedByProvider(id)).toBe(1000)
})

/** In the provider's dashboard, so without our key. */
const refundInDashboard = (id: string, cents: number) =>
  fetch(`${shop.simulator.url}/v1/refunds`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer sim_private_token',
      'x-clover-merchant-id': 'MERCHANTSIM01',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ charge: id, amount: cents }),
  })

test('a refund of the same amount that was done by hand is not taken for the one that failed', async () => {
  const { id } = await givenPaid()
  fail('403')
  const byHand = (await refund(id, 10)).body
  const second = (await refund(id, 10)).body
  recover()
  await refundInDashboard(id, 1000)
  expect((await markDone(id, byHand.id)).body.status).toBe('done-by-hand')
  expect((await retry(id, second.id)).body.status).toBe('confirmed')
  expect(refundedByProvider(id)).toBe(2000)
  expect(await shop.findings()).toEqual([])
})

test('a refund of another amount, or one that is known already, is not taken for the one that failed', async () => {
  const { id } = await givenPaid()
  await refundInDashboard(id, 700)
  expect((await refund(id, 10)).body.status).toBe('confirmed')
  fail('403')
  const { body } = await refund(id, 10)
  recover()
  expect((await retry(id, body.id)).body.status).toBe('confirmed')
  expect(refundedByProvider(id)).toBe(2700)
})

test('a request without an answer is not judged before the provider had 30 seconds', async () => {
  const { id } = await givenPaid()
  fail('500')
  const { body } = await refund(id, 38.5)
  recover()
  shop.clock.advance({ seconds: 29 })
  await reconcilePayments(shop)
  expect((await refundNow(body.id))?.status).toBe('requested')
  shop.clock.advance({ seconds: 1 })
  await reconcilePayments(shop)
  expect(await refundNow(body.id)).toMatchObject({
    status: 'failed',
    failure: 'The payment provider did not do it',
  })
  expect(await paymentNow(id)).toMatchObject({ refunded: 0 })
})

test("without an answer, the admin's word counts the money once", async () => {
  const { id } = await givenLate()
  fail('answer-lost')
  const { body } = await refund(id, 10)
  recover()
  // All is on its way, but a part has no answer: the payment stays listed.
  expect((await refund(id, 28.5)).body.status).toBe('confirmed')
  expect(await paymentNow(id)).toMatchObject({ status: 'needs-attention', refunded: 38.5 })
  expect((await markDone(id, body.id)).body.status).toBe('done-by-hand')
  expect(await paymentNow(id)).toMatchObject({ status: 'resolved', refunded: 38.5 })
  expect(await countRefundMails(body.id)).toBe(1)
})

test('a part of a late payment that is given back does not resolve it', async () => {
  const { id } = await givenLate()
  expect((await refund(id, 10)).body.status).toBe('confirmed')
  expect(await paymentNow(id)).toMatchObject({ status: 'needs-attention', resolved_at: null })
})

test('a payment of an account that the shop does not know any more is not refunded, and says so', async () => {
  const { id } = await givenPaid()
  const of = (merchant_id: string) =>
    shop.db.update(payments).set({ merchant_id }).where(eq(payments.payment_id, id))
  await of('MERCHANTGONE')
  const { body } = await refund(id, 38.5)
  const refused = { status: 'failed', failure: 'The merchant account is not known' }
  expect(body).toMatchObject(refused)
  expect((await retry(id, body.id)).body).toMatchObject(refused)
  expect(await paymentNow(id)).toMatchObject({ refunded: 0 })
  await of('MERCHANTSIM01')
  expect((await retry(id, body.id)).body.status).toBe('confirmed')
})

test('the log of changes says what was refunded and why, and what the admin took as done', async () => {
  const { id } = await givenPaid()
  const logged = async (refund_id: string) => {
    const entries = await shop.db
      .select()
      .from(audit_log)
      .where(eq(audit_log.object_id, refund_id))
      .orderBy(audit_log.id)
    return entries.map(({ object_type, object_name, before, after }) => {
      return { object_type, object_name, before, after }
    })
  }
  const named = { object_type: 'refunds', object_name: `Refund of payment ${id}` }
  const reason = 'Dented box'
  const { body } = await admin.post(`/payments/${id}/refunds`, { amount: 10, reason })
  expect(await refundNow(body.id)).toMatchObject({ reason })
  expect(await logged(body.id)).toEqual([
    { ...named, before: null, after: { payment_id: id, amount: 10, reason } },
  ])
  fail('403')
  const { body: failed } = await refund(id, 5)
  await markDone(id, failed.id)
  expect(await logged(failed.id)).toEqual([
    { ...named, before: null, after: { payment_id: id, amount: 5, reason: null } },
    { ...named, before: { status: 'failed' }, after: { status: 'done-by-hand' } },
  ])
})

test("on the admin's word a failed refund is done: mailed once, counted, and off the list", async () => {
  const { id } = await givenLate()
  fail('403')
  const { body } = await refund(id, 38.5)
  expect((await markDone(id, body.id)).body.status).toBe('done-by-hand')
  expect((await markDone(id, body.id)).body.code).toBe('REFUND_NOT_FAILED')
  expect((await retry(id, body.id)).body.code).toBe('REFUND_NOT_FAILED')
  expect(await countRefundMails(body.id)).toBe(1)
  expect(await paymentNow(id)).toMatchObject({ status: 'resolved', refunded: 38.5 })
  expect(await findListed(id)).toBeUndefined()
  expect(refundedByProvider(id)).toBe(0)
  expect((await markDone(id, crypto.randomUUID())).body.code).toBe('REFUND_NOT_FOUND')
  expect(await shop.findings()).toEqual([])
})

test('a failed refund whose money was given back otherwise can not be tried again', async () => {
  const { id } = await givenPaid()
  fail('403')
  const { body } = await refund(id, 38.5)
  recover()
  expect((await refund(id, 38.5)).body.status).toBe('confirmed')
  expect((await retry(id, body.id)).body.code).toBe('MORE_THAN_PAID')
  expect((await markDone(id, body.id)).body.code).toBe('MORE_THAN_PAID')
  expect(refundedByProvider(id)).toBe(3850)
  await admin.post(`/payments/${id}/resolve`, {})
  expect(await findListed(id)).toBeUndefined()
})

test("an unconfirmed payment completes its order on the admin's word", async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  shop.simulator.control.set({ faults: [{ on: 'payments', fault: '403' }] })
  const { payment } = await shop.simulator.control.pay(session)
  expect(await findListed(payment!.id)).toMatchObject({ attention_reason: 'unconfirmed' })
  expect((await admin.post(`/payments/${payment!.id}/accept`, {})).body).toMatchObject({
    status: 'settled',
    order: { id: order.id, status: 'completed' },
  })
  expect(await paymentNow(payment!.id)).toMatchObject({ next_check_at: null })
  expect(await shop.findings()).toEqual([])
})

test('a late payment is listed until it is refunded', async () => {
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

test('the admin can mark a payment as resolved', async () => {
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
    const refundPath = `refunds/${crypto.randomUUID()}`
    const acts = [
      'refunds',
      'accept',
      'resolve',
      `${refundPath}/retry`,
      `${refundPath}/done-by-hand`,
    ]
    for (const act of acts) {
      expect((await visitor.post(`/payments/X/${act}`, { amount: 1 })).status).toBe(status)
    }
  }
})

test('of two refunds of the same amount, the one that is known is not taken for the one without an answer', async () => {
  const { id } = await givenPaid()
  expect((await refund(id, 10)).body.status).toBe('confirmed')
  fail('answer-lost')
  const { body } = await refund(id, 10)
  recover()
  shop.clock.advance({ minutes: 1 })
  await Promise.all([reconcilePayments(shop), reconcilePayments(shop)])
  expect((await refundNow(body.id))?.status).toBe('confirmed')
  expect(await countRefundMails(body.id)).toBe(1)
  expect(refundedByProvider(id)).toBe(2000)
})

test('the mail about a refund without tax names the amount alone', async () => {
  const { order, id } = await givenPaid()
  const { body } = await refund(id, 10)
  const { rows } = await shop.db.execute<{ data: object }>(sql`
    select data from pgboss.job where name = 'order-news' and data->>'refund_id' = ${body.id}`)
  expect(rows).toEqual([
    { data: { about: 'refunded', order_id: order.id, amount: 10, refund_id: body.id } },
  ])
})

test('a refund of a payment without an order is mailed to nobody', async () => {
  const payment_id = `PAY${crypto.randomUUID().slice(0, 10)}`
  await shop.db.insert(payments).values({
    payment_id,
    merchant_id: 'MERCHANTSIM01',
    amount: 38.5,
    status: 'needs-attention',
    attention_reason: 'unknown-order',
  })
  const { body } = await refund(payment_id, 38.5)
  expect(body.status).toBe('failed')
  expect((await markDone(payment_id, body.id)).body.status).toBe('done-by-hand')
  expect(await countRefundMails(body.id)).toBe(0)
  expect(await paymentNow(payment_id)).toMatchObject({ status: 'resolved' })
})

test('a refund that failed is not subtracted from the revenue of its day', async () => {
  const day = shop.now().toISOString().slice(0, 10)
  const refunded = async () => {
    const days = await shop.db.select().from(refundsByDay({ from: day, to: day }))
    return days.reduce((sum, { cents }) => sum + cents, 0)
  }
  const { id } = await givenPaid()
  const before = await refunded()
  fail('403')
  expect((await refund(id, 10)).body.status).toBe('failed')
  expect(await refunded()).toBe(before)
  recover()
  await refund(id, 10)
  expect(await refunded()).toBe(before + 1000)
})

test('a refund of the shipping alone is in the log of changes with its part', async () => {
  const subtotal = { subtotal: 20, shipping: 5, tax: 1.25, total: 26.25 }
  const tax_lines = [{ name: 'State Tax', rate: 6.25, place: 'US-MA', amount: 1.25 }]
  const { id: order_id, total: amount } = await givenOrder(shop.db, { ...subtotal, tax_lines })
  const payment_id = `PAY${crypto.randomUUID().slice(0, 10)}`
  const merchant_id = 'MERCHANTSIM01'
  await shop.db
    .insert(payments)
    .values({ payment_id, order_id, merchant_id, amount, status: 'settled' })
  const parts = { goods: 0, shipping: 5, tax: 0 }
  const { body } = await admin.post(`/payments/${payment_id}/refunds`, { amount: 5, parts })
  expect(body).toMatchObject({ shipping: 5, tax: 0 })
  const [entry] = await shop.db.select().from(audit_log).where(eq(audit_log.object_id, body.id))
  expect(entry?.after).toEqual({ payment_id, amount: 5, reason: null, shipping: 5, tax: 0 })
})

/** Calls of the shop itself, so that its log can be read and its settings be wrong. */
const by = () => ({ id: owner.id, name: 'Rosa', at: shop.now() })

test('a refund that the provider does not do is logged with its number', async () => {
  const { id } = await givenPaid()
  const logged: object[] = []
  const log = createLog('error', { write: (line) => logged.push(JSON.parse(line)) })
  fail('403')
  const request = { payment_id: id, amount: 10, by: by() }
  const { id: refund_id } = await refundPayment({ ...shop, log }, request)
  expect(logged).toEqual([
    expect.objectContaining({
      msg: 'the provider did not refund',
      refund: refund_id,
      err: expect.objectContaining({ message: expect.stringContaining('403') }),
    }),
  ])
})

test('a fault of ours is not taken for a refusal: the money stays reserved', async () => {
  const { id } = await givenPaid()
  const clover = { ...shop.config.clover, ecommerceUrl: 'no address' }
  const broken = { ...shop, config: { ...shop.config, clover } }
  const request = { payment_id: id, amount: 10, by: by() }
  await expect(refundPayment(broken, request)).rejects.toThrow(TypeError)
  const [stored] = await shop.db.select().from(refunds).where(eq(refunds.payment_id, id))
  expect(stored?.status).toBe('requested')
  const now = () => new Date(shop.now().getTime() + 60_000)
  await expect(finishRefunds({ ...broken, now })).rejects.toThrow(TypeError)
  expect((await refundNow(stored?.id ?? ''))?.status).toBe('requested')
  expect(await paymentNow(id)).toMatchObject({ refunded: 10 })
  await finishRefunds({ ...shop, now })
  expect((await refundNow(stored?.id ?? ''))?.status).toBe('failed')
})

// The last one: the provider is gone at its end.
test('while the list of the provider cannot be read, a refund without an answer stays reserved', async () => {
  const { id } = await givenPaid()
  fail('answer-lost')
  const { body } = await refund(id, 38.5)
  const logged: object[] = []
  const log = createLog('error', { write: (line) => logged.push(JSON.parse(line)) })
  for (const fault of ['merchant unknown', '403', '500', 'drop', 'refused'] as const) {
    const merchant_id = fault === 'merchant unknown' ? 'NOBODY' : 'MERCHANTSIM01'
    await shop.db.update(payments).set({ merchant_id }).where(eq(payments.payment_id, id))
    if (fault === 'refused') await shop.simulator.stop()
    else if (fault !== 'merchant unknown') fail(fault)
    shop.clock.advance({ minutes: 1 })
    await reconcilePayments({ ...shop, log })
    expect((await refundNow(body.id))?.status, fault).toBe('requested')
    expect((await refund(id, 38.5)).body.code, fault).toBe('MORE_THAN_PAID')
    expect(await countRefundMails(body.id), fault).toBe(0)
  }
  const msg = 'the refunds of the provider could not be read'
  expect(logged).toContainEqual(expect.objectContaining({ msg, refund: body.id }))
})
