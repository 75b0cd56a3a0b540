import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { NEXT_RETURN_STATUSES } from '#contract/return-status.ts'
import { products, stock_movements } from '#server/modules/catalog/catalog.table.ts'
import { sendNotifications } from '#server/modules/notifications/send-notifications.ts'
import { orders } from '#server/modules/orders/orders.table.ts'
import { refunds } from '#server/modules/payments/payments.table.ts'
import { reconcilePayments } from '#server/modules/payments/reconcile.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  givenOpenPage,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  sessionIn,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { return_items, returns } from './returns.table.ts'

let shop: PayableShop
let admin: Visitor
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop()
  admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  serum = await givenProduct(shop.db, { name: 'Dew Serum', price: 38.5, stock: 1000 })
})

beforeEach(async () => {
  shop.simulator.control.reset()
  shop.simulator.control.set({ webhook: { url: shop.webhookUrl } })
  await accept(30)
})

async function accept(days: number | null) {
  const { version } = (await admin.get('/returns/settings')).body
  const instructions = 'Returns, 1 Garden Row, Boston'
  const saved = await admin.put('/returns/settings', { days, instructions, version })
  expect(saved.status).toBe(200)
}

/** A guest with a paid order. */
async function givenPaid(quantity = 2) {
  const { buyer, order, session } = await givenOpenPage(shop, serum, quantity)
  const { payment } = await shop.simulator.control.pay(session)
  await buyer.complete(order.id)
  return { buyer, id: order.id, payment_id: payment!.id }
}

const request = (quantity = 1, more: object = {}) => ({
  idempotency_key: randomUUID(),
  lines: [{ product_id: serum.id, quantity }],
  reason: 'It does not suit my skin.',
  pictures: [],
  ...more,
})
type Given = Awaited<ReturnType<typeof givenPaid>>
const ask = ({ buyer, id }: Pick<Given, 'buyer' | 'id'>, quantity = 1, more: object = {}) =>
  buyer.post(`/orders/${id}/returns`, request(quantity, more))
const step = (id: string, name: string, version: number, more: object = {}) =>
  admin.post(`/returns/${id}/${name}`, { version, ...more })
const arrival = (arrived: number, restocked: number) => ({
  lines: [{ product_id: serum.id, arrived, restocked }],
  arrival_note: 'The seal is broken',
})

async function givenArrived(arrived = 1, restocked = 1, given?: Given) {
  const paid = given ?? (await givenPaid())
  const { body } = await ask(paid, arrived)
  await step(body.id, 'approve', 1)
  const { body: back } = await step(body.id, 'arrive', 2, arrival(arrived, restocked))
  return { ...paid, back, return_id: body.id as string }
}

const stockNow = async () =>
  (await shop.db.select().from(products).where(eq(products.id, serum.id)))[0]?.stock
const refundedByProvider = (payment_id: string) =>
  shop.simulator.control
    .ledger()
    .refunds.filter((one) => one.payment_id === payment_id)
    .reduce((sum, one) => sum + one.amount, 0)
async function queuedMails(return_id: string) {
  const { rows } = await shop.db.execute<{ template: string }>(sql`
    select data->>'template' as template from pgboss.job
    where name = 'send-mail' and data->>'cause' like ${`return-%:${return_id}`} order by created_on, template`)
  return rows.map(({ template }) => template)
}

test('a shop that has not switched it on offers, takes and shows nothing of returns', async () => {
  const given = await givenPaid()
  await accept(null)
  expect((await given.buyer.get('/returns/policy')).body).toEqual({ days: null })
  const offer = (await given.buyer.get(`/orders/${given.id}/returns`)).body
  expect(offer).toMatchObject({ until: null, returns: [] })
  expect((await ask(given)).body.code).toBe('RETURN_NOT_POSSIBLE')
  const ids = async () =>
    (await admin.get('/mail_templates')).body.map(({ id }: { id: string }) => id)
  expect(await ids()).not.toContain('return-approved')
  const kinds = async () => (await admin.get('/notifications/settings')).body.offered
  expect(await kinds()).not.toContain('returns')
  await accept(14)
  expect(await ids()).toContain('return-approved')
  expect(await kinds()).toContain('returns')
})

test('a return goes from the request to the refund, with a mail and an entry of the log at each step', async () => {
  const given = await givenPaid()
  const before = (await stockNow()) ?? 0
  const asked = await ask(given, 2)
  expect(asked.body).toMatchObject({ status: 'asked', lines: [{ quantity: 2, arrived: null }] })
  const { id } = asked.body
  const approved = (await step(id, 'approve', 1)).body
  expect(approved).toMatchObject({ status: 'approved', version: 2, refundable: null })
  expect(approved.instructions).toContain('Garden Row')
  // Two were announced and one came, in a state that can be sold.
  const arrived = (await step(id, 'arrive', 2, arrival(1, 1))).body
  expect(arrived).toMatchObject({ status: 'arrived', refundable: { amount: 38.5, left: 77 } })
  expect(await stockNow()).toBe(before + 1)
  const done = (await step(id, 'refund', 3, { amount: 38.5 })).body
  expect(done).toMatchObject({ status: 'refunded', refund: { amount: 38.5, status: 'confirmed' } })
  expect(refundedByProvider(given.payment_id)).toBe(3850)
  expect(await queuedMails(id)).toEqual(['return-asked', 'return-approved', 'return-arrived'])
  const [seen] = (await given.buyer.get(`/orders/${given.id}/returns`)).body.returns
  expect(seen).toMatchObject({ status: 'refunded', lines: [{ arrived: 1 }] })
  // What the desk writes down about the parcel is not for the customer.
  expect(JSON.stringify(seen)).not.toContain('seal')
  const entries = await shop.db
    .select()
    .from(audit_log)
    .where(eq(audit_log.object_id, id))
    .orderBy(audit_log.id)
  expect(entries.map(({ after }) => after?.status)).toEqual(['approved', 'arrived', 'refunded'])
  expect(await shop.findings()).toEqual([])
})

test('declined with a sentence, or closed when nothing arrived, the units can be asked for again', async () => {
  const given = await givenPaid(1)
  const first = (await ask(given)).body
  expect((await step(first.id, 'decline', 1, { answer: ' ' })).status).toBe(400)
  const answer = 'It was opened.'
  expect((await step(first.id, 'decline', 1, { answer })).body).toMatchObject({
    status: 'declined',
    answer,
  })
  const second = (await ask(given)).body
  await step(second.id, 'approve', 1)
  expect((await ask(given)).body.code).toBe('RETURN_TOO_MUCH')
  expect((await step(second.id, 'close', 2, { answer: 'It never came.' })).status).toBe(200)
  expect(await queuedMails(second.id)).toEqual(['return-asked', 'return-approved', 'return-closed'])
  expect((await ask(given)).status).toBe(200)
})

test('the customer withdraws what nobody has answered, and nothing else', async () => {
  const given = await givenPaid()
  const { id } = (await ask(given)).body
  const path = `/orders/${given.id}/returns/${id}/withdraw`
  expect((await given.buyer.post(path, {})).body.status).toBe('withdrawn')
  expect((await given.buyer.post(path, {})).body.code).toBe('RETURN_MOVED_ON')
  // The desk still had the old page open.
  expect((await step(id, 'approve', 1)).body.code).toBe('CHANGED_MEANWHILE')
  const answered = (await ask(given)).body
  await step(answered.id, 'approve', 1)
  const late = `/orders/${given.id}/returns/${answered.id}/withdraw`
  expect((await given.buyer.post(late, {})).body.code).toBe('RETURN_MOVED_ON')
})

test('only the steps of the table are possible', async () => {
  const steps = { approve: 'approved', decline: 'declined', arrive: 'arrived', close: 'closed' }
  const { return_id, back } = await givenArrived()
  for (const [name, to] of Object.entries(steps)) {
    if (NEXT_RETURN_STATUSES.arrived.some((next) => next === to)) continue
    const more = { answer: 'No', ...arrival(1, 1) }
    const { answer, ...parcel } = more
    const body = name === 'arrive' ? parcel : name === 'approve' ? {} : { answer }
    const refused = await step(return_id, name, back.version, body)
    expect(refused.body.code, name).toBe('RETURN_MOVED_ON')
  }
  const { id } = (await ask(await givenPaid())).body
  expect((await step(id, 'refund', 1, { amount: 1 })).body.code).toBe('RETURN_MOVED_ON')
  expect((await step(id, 'close', 1, { answer: 'No' })).body.code).toBe('RETURN_MOVED_ON')
})

test('ten requests for the last unit at once are one return', async () => {
  const given = await givenPaid(1)
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(given)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const codes = answers.flatMap(({ status, body }) => (status === 200 ? [] : body.code))
  expect(new Set(codes)).toEqual(new Set(['RETURN_TOO_MUCH']))
  expect(await shop.findings()).toEqual([])
})

test('a double click is one return, and ten of an order are enough', async () => {
  const given = await givenPaid(20)
  const same = request(1)
  const send = () => given.buyer.post(`/orders/${given.id}/returns`, same)
  const [one, other] = await Promise.all([send(), send()])
  expect(one.body.id).toBe(other.body.id)
  for (let n = 2; n <= 10; n++) expect((await ask(given)).status).toBe(200)
  expect((await ask(given)).body.code).toBe('TOO_MANY_RETURNS')
})

test('the database itself refuses more than was bought', async () => {
  const { id } = await givenPaid(1)
  const forced = () =>
    shop.db.transaction(async (tx) => {
      const [row] = await tx
        .insert(returns)
        .values({
          order_id: id,
          idempotency_key: randomUUID(),
          reason: 'x',
          created_at: '2026-01-01T00:00:00Z',
        })
        .returning()
      const line = { return_id: row!.id, product_id: serum.id, quantity: 1 }
      await tx.insert(return_items).values(line)
    })
  await forced()
  await expect(forced()).rejects.toMatchObject({
    cause: { constraint: 'return_items_within_order' },
  })
})

test('ten clicks on refund give the money back once', async () => {
  const { return_id, back, payment_id } = await givenArrived(1)
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => step(return_id, 'refund', back.version, { amount: 38.5 })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(refundedByProvider(payment_id)).toBe(3850)
  expect(await shop.db.$count(refunds, eq(refunds.payment_id, payment_id))).toBe(1)
  expect(await shop.findings()).toEqual([])
})

test('a provider that does not answer leaves one refund with its return, which the list of the provider confirms', async () => {
  const { return_id, back, payment_id } = await givenArrived(1)
  shop.simulator.control.set({ faults: [{ on: 'refunds', fault: 'answer-lost' }] })
  const first = await step(return_id, 'refund', back.version, { amount: 38.5 })
  expect(first.body).toMatchObject({ status: 'refunded', refund: { status: 'requested' } })
  shop.simulator.control.set({ faults: [] })
  const again = await step(return_id, 'refund', first.body.version, { amount: 38.5 })
  expect(again.body.code).toBe('RETURN_MOVED_ON')
  shop.clock.advance({ minutes: 1 })
  await reconcilePayments(shop)
  expect((await admin.get(`/returns/${return_id}`)).body.refund.status).toBe('confirmed')
  expect(refundedByProvider(payment_id)).toBe(3850)
  expect(await shop.findings()).toEqual([])
})

test('what a coupon took off is not given back, and the tax of the units is', async () => {
  const { db } = shop
  const at = { country: 'US', state: 'MA', zip: '', shipping_taxed: false }
  const { version } = (await admin.get('/tax/settings')).body
  await admin.put('/tax/settings', { enabled: true, prices_include_tax: false, version })
  await admin.post('/tax/rates', { ...at, name: 'State Tax', rate: 6.25 })
  const code = `HALF${Date.now()}`
  await admin.post('/coupons', {
    ...{ code, discount_percentage: 50, discount_amount: null, active: true, max_uses: null },
    ...{ valid_from: '2020-01-01T00:00:00Z', valid_until: '2099-01-01T00:00:00Z' },
  })
  const balm = await givenProduct(db, { price: 10, stock: 10 })
  const buyer = shop.visitor()
  const lines = [
    { product_id: serum.id, quantity: 2 },
    { product_id: balm.id, quantity: 1 },
  ]
  // 87.00 less 43.50; 2.41 tax on 38.50 and 0.31 on 5.00.
  const { body: order } = await buyer.place(orderRequest(lines, 46.22, { coupon_code: code }))
  const { body: page } = await buyer.link(order)
  await shop.simulator.control.pay(sessionIn(page.paymentUrl))
  await buyer.complete(order.id)
  const { body } = await ask({ buyer, id: order.id }, 1)
  await step(body.id, 'approve', 1)
  const { refundable } = (await step(body.id, 'arrive', 2, arrival(1, 0))).body
  expect(refundable).toMatchObject({
    parts: { goods: 19.25, shipping: 0, tax: 1.21 },
    amount: 20.46,
  })
  const { parts, amount } = refundable
  const wrong = await step(body.id, 'refund', 3, { amount, parts: { ...parts, tax: 0 } })
  expect(wrong.body.code).toBe('PARTS_DO_NOT_ADD_UP')
  expect((await admin.get(`/returns/${body.id}`)).body.status).toBe('arrived')
  expect((await step(body.id, 'refund', 3, { amount, parts })).body.status).toBe('refunded')
  const [refund] = await db.select().from(refunds).where(eq(refunds.amount, 20.46))
  expect(refund).toMatchObject({ tax: 1.21, shipping: 0 })
  await admin.put('/tax/settings', {
    enabled: false,
    prices_include_tax: false,
    version: version + 1,
  })
  expect(await shop.findings()).toEqual([])
})

test('a return of what was given back in part already comes to what is left, and to nothing once all is', async () => {
  const { return_id, payment_id } = await givenArrived(2, 0)
  const refundable = async () => (await admin.get(`/returns/${return_id}`)).body.refundable
  expect(await refundable()).toMatchObject({ payment_id, amount: 77, left: 77, parts: null })
  await admin.post(`/payments/${payment_id}/refunds`, { amount: 50 })
  expect(await refundable()).toMatchObject({ amount: 27, left: 27 })
  await admin.post(`/payments/${payment_id}/refunds`, { amount: 27 })
  expect(await refundable()).toBeNull()
})

test('a part that was given back already is not given back with a return, and what is exempt has no tax', async () => {
  const at = { country: 'US', state: 'MA', zip: '', shipping_taxed: false }
  const { version } = (await admin.get('/tax/settings')).body
  await admin.put('/tax/settings', { enabled: true, prices_include_tax: false, version })
  await admin.post('/tax/rates', { ...at, name: 'State Tax', rate: 6.25 })
  const book = await givenProduct(shop.db, { price: 10, stock: 10, tax_exempt: true })
  const buyer = shop.visitor()
  const both = [
    { product_id: serum.id, quantity: 2 },
    { product_id: book.id, quantity: 1 },
  ]
  // 77.00 with 4.81 of tax, and 10.00 without.
  const { body: order } = await buyer.place(orderRequest(both, 91.81))
  const { body: page } = await buyer.link(order)
  const { payment } = await shop.simulator.control.pay(sessionIn(page.paymentUrl))
  await buyer.complete(order.id)
  const lines = both.map(({ product_id }) => ({ product_id, quantity: 1 }))
  const { body } = await ask({ buyer, id: order.id }, 1, { lines })
  await step(body.id, 'approve', 1)
  const arrived = lines.map(({ product_id }) => ({ product_id, arrived: 1, restocked: 0 }))
  const { refundable } = (await step(body.id, 'arrive', 2, { lines: arrived, arrival_note: '' }))
    .body
  expect(refundable).toMatchObject({
    parts: { goods: 48.5, shipping: 0, tax: 2.41 },
    amount: 50.91,
    left: 91.81,
  })
  const refund = (parts: { goods: number; tax: number }, amount: number) =>
    admin.post(`/payments/${payment!.id}/refunds`, { amount, parts: { ...parts, shipping: 0 } })
  expect((await refund({ goods: 50, tax: 3.81 }, 53.81)).status).toBe(200)
  expect((await admin.get(`/returns/${body.id}`)).body.refundable).toMatchObject({
    parts: { goods: 37, shipping: 0, tax: 1 },
    amount: 38,
    left: 38,
  })
  const now = (await admin.get('/tax/settings')).body
  const off = { enabled: false, prices_include_tax: false, version: now.version }
  await admin.put('/tax/settings', off)
})

test('the days count from when the parcel arrived, as far as the shop knows', async () => {
  const given = await givenPaid()
  const until = async () => (await given.buyer.get(`/orders/${given.id}/returns`)).body.until
  const days = async () => {
    const end = await until()
    return end && Math.ceil((Date.parse(end) - shop.clock.now().getTime()) / 86_400_000)
  }
  await accept(10)
  expect(await days()).toBe(11)
  shop.clock.advance({ days: 5 })
  expect(await days()).toBe(6)
  await admin.put(`/orders/${given.id}/status`, { status: 'processing' })
  expect(await until()).toBe(null)
  await admin.put(`/orders/${given.id}/status`, { status: 'shipped' })
  expect(await days()).toBe(11)
  shop.clock.advance({ days: 4 })
  await admin.put(`/orders/${given.id}/status`, { status: 'completed' })
  expect(await days()).toBe(11)
  shop.clock.advance({ days: 12 })
  expect(await until()).toBe(null)
  expect((await ask(given)).body.code).toBe('RETURN_NOT_POSSIBLE')
})

test('an order that is cancelled after a return gives back to stock what did not come back already', async () => {
  const before = (await stockNow()) ?? 0
  const { id } = await givenArrived(1, 1)
  expect(await stockNow()).toBe(before - 1)
  const moved = await shop.db.select().from(stock_movements).where(eq(stock_movements.order_id, id))
  expect(moved.map(({ reason, change }) => [reason, change])).toContainEqual(['returned', 1])
  await admin.put(`/orders/${id}/status`, { status: 'cancelled' })
  expect(await stockNow()).toBe(before)
  expect(await shop.findings()).toEqual([])
})

test('a customer sees the returns of the own order alone; others and guests without the key see none', async () => {
  const profile = await givenProfile(shop.db)
  const owner = shop.visitor()
  await owner.signIn(profile)
  const given = await givenPaid()
  const { id } = (await ask(given)).body
  await shop.db
    .update(orders)
    .set({ user_id: profile.id, guest_email: null })
    .where(eq(orders.id, given.id))
  expect((await owner.get(`/orders/${given.id}/returns`)).body.returns).toHaveLength(1)
  for (const stranger of [shop.visitor(), given.buyer]) {
    expect((await stranger.get(`/orders/${given.id}/returns`)).status).toBe(404)
    expect((await stranger.post(`/orders/${given.id}/returns`, request())).status).toBe(404)
    const path = `/orders/${given.id}/returns/${id}/withdraw`
    expect((await stranger.post(path, {})).status).toBe(404)
  }
  const other = await givenPaid()
  // Of another order of one's own it is no more withdrawn.
  expect((await other.buyer.post(`/orders/${other.id}/returns/${id}/withdraw`, {})).status).toBe(
    404,
  )
})

test('the desk finds a return by buyer, order and status, also as CSV', async () => {
  const given = await givenPaid()
  const { id } = (await ask(given, 2)).body
  const found = async (query: string) =>
    (await admin.get(`/returns?${query}`)).body.items.map((one: { id: string }) => one.id)
  expect(await found(`order_id=${given.id}`)).toEqual([id])
  expect(await found(`q=${given.id.slice(0, 8)}&status=open`)).toEqual([id])
  expect(await found(`q=${given.id.slice(0, 8)}&status=refunded`)).toEqual([])
  expect(await found('q=iris@example.com')).toContain(id)
  expect(await found('q=nobody@example.com')).toEqual([])
  const csv = (await admin.get(`/export/returns.csv?order_id=${given.id}`)).body
  expect(csv).toContain('"It does not suit my skin."')
  expect(csv.trim().split('\n')).toHaveLength(2)
})

test('the team is notified of a return by mail, if somebody switched it on', async () => {
  const quiet = { quiet_from: null, quiet_until: null }
  const settings = { kinds: ['returns'], push_kinds: [], summary: 'none', ...quiet }
  expect((await admin.put('/notifications/settings', settings)).status).toBe(200)
  const { id } = (await ask(await givenPaid())).body
  await sendNotifications(shop)
  const { rows } = await shop.db.execute<{ data: { data: { summary: string } } }>(sql`
    select data from pgboss.job where name = 'send-mail' and data->>'template' = 'team-notification'`)
  expect(rows.map(({ data }) => data.data.summary)).toEqual(['1 return to answer'])
  expect(JSON.stringify(rows)).toContain(`/admin/returns/${id}`)
  await admin.put('/notifications/settings', { ...settings, kinds: [] })
})
