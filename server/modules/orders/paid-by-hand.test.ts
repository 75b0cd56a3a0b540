import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { PlaceOrder } from '#contract/orders.ts'
import type { MethodByHand } from '#contract/payment-methods.ts'
import { notifications } from '#server/modules/notifications/notifications.table.ts'
import { expireOrders } from '#server/modules/payments/expire-orders.ts'
import { payment_methods, payments } from '#server/modules/payments/payments.table.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenAdmin, givenColleague, givenProduct } from '#server/testing/factories.ts'
import {
  countConfirmations,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  sessionIn,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { LONG_HOLD_LIMITS } from './long-holds.ts'
import { orders } from './orders.table.ts'

let shop: PayableShop
let owner: Visitor
let packer: Visitor
let support: Visitor
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop()
  serum = await givenProduct(shop.db, { price: 40, stock: 5000 })
  const people = [
    await givenAdmin(shop.db),
    await givenColleague(shop.db, 'fulfilment'),
    await givenColleague(shop.db, 'support'),
  ]
  ;[owner, packer, support] = (await Promise.all(
    people.map(async (profile) => {
      const visitor = shop.visitor()
      await visitor.signIn(profile)
      return visitor
    }),
  )) as [Visitor, Visitor, Visitor]
  await switchOn('bank_transfer')
})

async function save(id: MethodByHand, edit: object) {
  const { body: methods } = await owner.get('/payment_methods')
  const { version, ...rest } = methods.find((method: { id: string }) => method.id === id)
  return owner.put(`/payment_methods/${id}`, { ...rest, ...edit, version })
}

async function switchOn(id: MethodByHand, days = 7) {
  const instructions = `How to pay: ${id}`
  const { status } = await save(id, { active: true, instructions, days })
  expect(status).toBe(200)
}

const lineOf = (product = serum, quantity = 1) => [{ product_id: product.id, quantity }]

const request = (more: Partial<PlaceOrder> = {}) =>
  orderRequest(lineOf(), 40, { payment_method: 'bank_transfer', ...more })

async function placed(buyer = shop.visitor(), more: Partial<PlaceOrder> = {}) {
  const { status, body } = await buyer.place(request(more))
  expect(status, JSON.stringify(body)).toBe(200)
  return { buyer, id: body.id as string, total: body.total as number }
}

const paid = (by: Visitor, id: string, more = {}) =>
  by.post(`/orders/${id}/paid`, { seen: 'pending', ...more })

const rowOf = async (id: string) =>
  (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]

/** What was queued to be written about an order. */
async function mailsAbout(id: string) {
  const { rows } = await shop.db.execute<{ about: string }>(sql`
    select data->>'about' as about from pgboss.job where data->>'order_id' = ${id} order by 1`)
  return rows.map(({ about }) => about)
}

test('a shop that switched nothing on offers cards alone, and the quote says so', async () => {
  await save('bank_transfer', { active: false })
  const { body } = await shop.visitor().post('/orders/quote', { lines: lineOf() })
  expect(body.payment_methods).toEqual([{ id: 'card', days: null }])
  await switchOn('bank_transfer')
  const { body: after } = await shop.visitor().post('/orders/quote', { lines: lineOf() })
  expect(after.payment_methods).toEqual([
    { id: 'card', days: null },
    { id: 'bank_transfer', days: 7 },
  ])
})

test('a transfer is held until the end of its last day, with one mail and one reminder', async () => {
  const { id, buyer } = await placed()
  const order = await rowOf(id)
  expect(order).toMatchObject({ payment_method: 'bank_transfer', holds_stock: true })
  const left = new Date(order?.hold_until ?? 0).getTime() - shop.clock.now().getTime()
  expect(left).toBeGreaterThan(7 * 86_400_000)
  expect(left).toBeLessThanOrEqual(8 * 86_400_000)
  expect(await mailsAbout(id)).toEqual(['payment-due', 'received'])
  expect((await buyer.complete(id)).body).toMatchObject({ success: false, state: 'placed' })
  expect((await shop.visitor().complete(id)).body.state).toBe('pending')
  expect((await buyer.get(`/orders/${id}/how-to-pay`)).body).toMatchObject({
    method: 'bank_transfer',
    instructions: 'How to pay: bank_transfer',
    reference: id.slice(0, 8),
    amount: 40,
    by_card: true,
  })
  expect((await shop.visitor().get(`/orders/${id}/how-to-pay`)).status).toBe(404)
})

test('the same request is the same order; with another method it is another', async () => {
  const buyer = shop.visitor()
  const same = request()
  const [one, other] = await Promise.all([buyer.place(same), buyer.place(same)])
  expect(other.body.id).toBe(one.body.id)
  expect(await mailsAbout(one.body.id)).toEqual(['payment-due', 'received'])
  const { body } = await buyer.place({ ...same, payment_method: 'card' })
  expect(body.code).toBe('KEY_REUSED')
})

test('a method that was switched off between quote and placing is refused, and nothing is stored', async () => {
  const buyer = shop.visitor()
  await save('bank_transfer', { active: false })
  const before = await shop.db.$count(orders)
  const { status, body } = await buyer.place(request())
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'PAYMENT_METHOD_NOT_OFFERED' })
  expect(await shop.db.$count(orders)).toBe(before)
  await switchOn('bank_transfer')
})

test('an order placed before the method was switched off can still be paid', async () => {
  const { id } = await placed()
  await save('bank_transfer', { active: false })
  expect((await paid(packer, id)).status).toBe(200)
  await switchOn('bank_transfer')
})

test('paying on pick-up is offered only for an order that is picked up', async () => {
  await switchOn('pick_up', 3)
  const method = {
    ...{ id: null, delivery_time: '', price: 0, free_from: null, steps: [], active: true },
    ...{ pickup_address: '', pickup_hours: '' },
  }
  const zone = await owner.post('/shipping/zones', {
    name: 'Here',
    places: ['US'],
    methods: [
      { ...method, name: 'Parcel', kind: 'flat', price: 5 },
      { ...method, name: 'At the counter', kind: 'pickup', pickup_address: '1 Garden Row' },
    ],
  })
  const { methods } = zone.body as { methods: { id: string; kind: string }[] }
  const idOf = (kind: string) => methods.find((one) => one.kind === kind)?.id ?? ''
  const offered = async (kind: string) => {
    const destination = { country: 'United States', state: 'MA' }
    const input = { lines: lineOf(), destination, shipping_method_id: idOf(kind) }
    const { body } = await shop.visitor().post('/orders/quote', input)
    return body.payment_methods.map(({ id }: { id: string }) => id)
  }
  expect(await offered('pickup')).toEqual(['card', 'pick_up', 'bank_transfer'])
  expect(await offered('flat')).toEqual(['card', 'bank_transfer'])

  const place = (kind: string, total: number) =>
    shop.visitor().place(
      orderRequest(lineOf(), total, {
        shipping_method_id: idOf(kind),
        payment_method: 'pick_up',
      }),
    )
  expect((await place('flat', 45)).body.code).toBe('PAYMENT_METHOD_NOT_OFFERED')
  const { body } = await place('pickup', 40)
  expect(await rowOf(body.id)).toMatchObject({ payment_method: 'pick_up', status: 'pending' })
  await owner.send('DELETE', `/api/shipping/zones/${zone.body.id}`)
})

test('fulfilment marks as paid, once: with the note, who, the confirmation and the audit log', async () => {
  const { id, buyer } = await placed()
  expect((await paid(support, id)).status).toBe(403)
  expect((await paid(buyer, id)).status).toBe(401)
  const { body } = await paid(packer, id, { note: '  Transfer 4711 ' })
  expect(body).toMatchObject({
    status: 'completed',
    completed_by_hand: true,
    payment_method: 'bank_transfer',
    paid_note: 'Transfer 4711',
    hold_until: null,
  })
  expect(body.paid_by).toEqual(expect.any(String))
  const again = await paid(owner, id, { seen: 'completed' })
  expect({ status: again.status, code: again.body.code }).toEqual({
    status: 409,
    code: 'ALREADY_PAID',
  })
  expect(await countConfirmations(shop.db, id)).toBe(1)
  const entries = await shop.db.select().from(audit_log).where(eq(audit_log.object_id, id))
  expect(entries).toHaveLength(1)
  expect((await buyer.complete(id)).body.state).toBe('paid')
  expect((await buyer.get(`/orders/${id}/how-to-pay`)).body).toBeNull()
  expect(await shop.findings()).toEqual([])
})

test('of two clerks at once one marks it as paid, the other gets a message that it is', async () => {
  const { id } = await placed()
  const answers = await Promise.all([paid(packer, id), paid(owner, id), paid(packer, id)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.code === 'ALREADY_PAID')).toHaveLength(2)
  expect(await countConfirmations(shop.db, id)).toBe(1)
})

test('taken back, it waits again with a new deadline', async () => {
  const { id } = await placed()
  await paid(packer, id, { note: 'Wrong order' })
  shop.clock.advance({ days: 5 })
  await expireOrders(shop)
  const { status } = await packer.put(`/orders/${id}/status`, { id, status: 'pending' })
  expect(status).toBe(200)
  const order = await rowOf(id)
  expect(order).toMatchObject({
    status: 'pending',
    completed_by_hand: false,
    completed_at: null,
    paid_by: null,
    paid_note: null,
  })
  const left = new Date(order?.hold_until ?? 0).getTime() - shop.clock.now().getTime()
  expect(left).toBeGreaterThan(7 * 86_400_000)
  expect(await shop.findings()).toEqual([])
})

test('the deadline cancels it with a mail; money that comes later revives it on purpose alone', async () => {
  const { id } = await placed()
  await expireOrders(shop)
  expect((await rowOf(id))?.status).toBe('pending')
  shop.clock.advance({ days: 8 })
  await expireOrders(shop)
  expect((await rowOf(id))?.status).toBe('cancelled')
  expect(await mailsAbout(id)).toEqual(['abandoned', 'payment-due', 'received', 'unpaid'])
  expect((await paid(packer, id)).body.code).toBe('ORDER_CHANGED')
  const { body } = await paid(packer, id, { seen: 'cancelled' })
  expect(body).toMatchObject({ status: 'completed', holds_stock: true, cancelled_at: null })
  expect(await shop.findings()).toEqual([])
})

test('the deadline and a clerk at the same moment: paid or cancelled, never both', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await placed()
    shop.clock.advance({ days: 8 })
    const [answer] = await Promise.all([paid(packer, id), expireOrders(shop)])
    const order = await rowOf(id)
    expect(order?.status).toBe(answer.status === 200 ? 'completed' : 'cancelled')
    expect(await countConfirmations(shop.db, id)).toBe(answer.status === 200 ? 1 : 0)
  }
  expect(await shop.findings()).toEqual([])
})

test('its buyer pays by card after all: the order is one paid by card', async () => {
  const { id, total, buyer } = await placed()
  const { body } = await buyer.link({ id, total })
  expect((await buyer.complete(id)).body.state).toBe('pending')
  await shop.simulator.control.pay(sessionIn(body.paymentUrl))
  expect((await buyer.complete(id)).body.state).toBe('paid')
  expect(await rowOf(id)).toMatchObject({ payment_method: 'card', completed_by_hand: false })
  expect((await paid(packer, id)).body.code).toBe('ALREADY_PAID')
  expect(await shop.findings()).toEqual([])
})

test('a card payment for an order that was marked as paid needs attention, and is never a second sale', async () => {
  const { id, total, buyer } = await placed()
  const { body } = await buyer.link({ id, total })
  await Promise.all([
    paid(packer, id),
    shop.simulator.control.pay(sessionIn(body.paymentUrl)).then(() => buyer.complete(id)),
  ])
  await buyer.complete(id)
  const [payment] = await shop.db.select().from(payments).where(eq(payments.order_id, id))
  const order = await rowOf(id)
  expect(payment?.status).toBe(order?.completed_by_hand ? 'needs-attention' : 'settled')
  expect(await countConfirmations(shop.db, id)).toBe(1)
  expect(await shop.findings()).toEqual([])
})

test('an order that is paid by card is not marked as paid', async () => {
  const { body } = await shop.visitor().place(orderRequest(lineOf(), 40))
  expect((await paid(packer, body.id)).body.code).toBe('PAID_BY_CARD_ALONE')
})

test('one prepared before it is paid stays where it is, and does not expire', async () => {
  const { id } = await placed()
  await packer.put(`/orders/${id}/status`, { id, status: 'processing' })
  shop.clock.advance({ days: 20 })
  await expireOrders(shop)
  const { body } = await paid(packer, id, { seen: 'processing' })
  expect(body).toMatchObject({ status: 'processing', completed_by_hand: true })
  expect(await shop.findings()).toEqual([])
})

test('a visitor holds a few such orders at most; the next is refused, and a card still works', async () => {
  const buyer = shop.visitor()
  for (let n = 0; n < LONG_HOLD_LIMITS.orders_per_visitor; n++) await placed(buyer)
  const { status, body } = await buyer.place(request())
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'PAYMENT_METHOD_NEEDS_HOLD' })
  expect((await buyer.place(orderRequest(lineOf(), 40))).status).toBe(200)
})

test('many buyers together reserve half of a product for days, also at the same moment', async () => {
  const last = await givenProduct(shop.db, { price: 40, stock: 9 })
  const place = (payment_method: PlaceOrder['payment_method']) =>
    shop.visitor().place(orderRequest(lineOf(last), 40, { payment_method }))
  const answers = await Promise.all(Array.from({ length: 12 }, () => place('bank_transfer')))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.filter(({ body }) => body.code === 'PAYMENT_METHOD_NEEDS_HOLD')).toHaveLength(7)
  expect((await place('card')).status).toBe(200)
})

test('one product of which too much would be reserved is enough to refuse the order', async () => {
  const last = await givenProduct(shop.db, { price: 40, stock: 3 })
  const place = (quantity: number) => {
    const lines = [...lineOf(), ...lineOf(last, quantity)]
    const total = 40 + quantity * 40
    return shop.visitor().place(orderRequest(lines, total, { payment_method: 'bank_transfer' }))
  }
  expect((await place(3)).body.code).toBe('PAYMENT_METHOD_NEEDS_HOLD')
  expect((await place(2)).status).toBe(200)
})

test('the desk finds what waits for its payment, and is notified of what was placed', async () => {
  const manager = shop.visitor()
  const profile = await givenColleague(shop.db, 'manager')
  await manager.signIn(profile)
  const settings = { kinds: ['placed'], push_kinds: [], summary: 'none' }
  await manager.put('/notifications/settings', {
    ...settings,
    quiet_from: null,
    quiet_until: null,
  })
  const { id } = await placed()
  const found = (body: { items: { id: string }[] }) => body.items.map((row) => row.id)
  const path = '/orders/all?awaits_payment=true'
  expect(found((await packer.get(path)).body)).toContain(id)
  const stored = await shop.db
    .select()
    .from(notifications)
    .where(eq(notifications.profile_id, profile.id))
  expect(stored).toMatchObject([{ kind: 'placed', object_id: id }])
  await paid(packer, id)
  expect(found((await packer.get(path)).body)).not.toContain(id)
})

test('only the owner changes a method; a stale save and missing instructions are refused', async () => {
  const edit = { active: true, instructions: 'x', days: 3, version: 1 }
  expect((await packer.put('/payment_methods/bank_transfer', edit)).status).toBe(403)
  expect((await owner.put('/payment_methods/bank_transfer', edit)).body.code).toBe(
    'CHANGED_MEANWHILE',
  )
  expect((await save('bank_transfer', { instructions: ' ' })).status).toBe(400)
  expect((await save('bank_transfer', { days: 31 })).status).toBe(400)
})

test('a shop without cards sells by transfer alone, and all of its stock', async () => {
  const bare = await givenPayableShop({ merchants: [] })
  await bare.db
    .update(payment_methods)
    .set({ active: true, instructions: 'Our account' })
    .where(eq(payment_methods.id, 'bank_transfer'))
  const cream = await givenProduct(bare.db, { price: 40, stock: 2 })
  const lines = lineOf(cream)
  const { body } = await bare.visitor().post('/orders/quote', { lines })
  expect(body.payment_methods).toEqual([{ id: 'bank_transfer', days: 7 }])
  const place = (payment_method?: PlaceOrder['payment_method']) =>
    bare.visitor().place(orderRequest(lines, 40, { payment_method }))
  expect((await place()).body.code).toBe('NOT_CONFIGURED')
  const [one, other] = [await place('bank_transfer'), await place('bank_transfer')]
  expect([one.status, other.status]).toEqual([200, 200])
})
