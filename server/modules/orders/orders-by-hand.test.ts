import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { expireOrders } from '#server/modules/payments/expire-orders.ts'
import { audit_log } from '#server/platform/platform.table.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  address,
  countConfirmations,
  givenCoupon,
  givenPayableShop,
  type PayableShop,
  sessionIn,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { guestKey } from './guest-access.ts'
import { coupons, order_events, orders } from './orders.table.ts'

let shop: PayableShop
let desk: Visitor

beforeAll(async () => {
  shop = await givenPayableShop()
  desk = shop.visitor()
  await desk.signIn(await givenAdmin(shop.db))
})

type Product = { id: string; price: number }

const byHand = (product: Product, quantity: number, more: object = {}) => ({
  idempotency_key: randomUUID(),
  lines: [{ product_id: product.id, quantity }],
  in_person: false,
  shipping_address: address,
  payment: 'link',
  total: product.price * quantity,
  ...more,
})
const place = (order: object) => desk.post('/orders/by-hand', order)
const read = async (id: string) => (await desk.get(`/orders/${id}/details`)).body
const stockOf = async (id: string) =>
  (await shop.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const mailsOf = async (order_id: string) => {
  const { rows } = await shop.db.execute<{ data: { template: string; to: string } }>(
    `select data from pgboss.job where name = 'send-mail' and data->>'order_id' = '${order_id}'`,
  )
  return rows.map(({ data }) => data)
}

test('a link is mailed, opens the order by its secret and pays it days later', async () => {
  const serum = await givenProduct(shop.db, { price: 30, stock: 10 })
  const customer_note = 'It was nice to talk to you.'
  const { status, body } = await place(byHand(serum, 2, { customer_note }))
  expect(status).toBe(201)
  expect(await stockOf(serum.id)).toBe(8)
  expect(await mailsOf(body.id)).toMatchObject([{ template: 'payment-link', to: address.email }])
  expect(await read(body.id)).toMatchObject({
    status: 'pending',
    placed_by: expect.any(String),
    link_sent_at: expect.any(String),
    events: [{ actor: 'admin', reason: 'Entered in the back office' }],
  })

  shop.clock.advance({ days: 2 })
  await expireOrders(shop)
  const guest = shop.visitor()
  const opened = await guest.get(`/orders/${body.id}?key=${guestKey(shop.config, body.id)}`)
  expect(opened.body).toMatchObject({ total: 60, customer_note })
  const heldUntil = async () =>
    (await shop.db.select().from(orders).where(eq(orders.id, body.id)))[0]?.hold_until
  const before = await heldUntil()
  const { body: link } = await guest.link({ id: body.id, total: 60 })
  // A payment page is open for minutes; it does not shorten the days.
  expect(await heldUntil()).toBe(before)
  await shop.simulator.control.pay(sessionIn(link.paymentUrl), '4242424242424242')
  expect((await guest.complete(body.id)).body.state).toBe('paid')
  expect(await read(body.id)).toMatchObject({ status: 'completed', completed_by_hand: false })
  expect(await shop.findings()).toEqual([])
})

test('a link that is not paid in three days gives its stock and coupon use back', async () => {
  const serum = await givenProduct(shop.db, { price: 30, stock: 10 })
  const coupon = await givenCoupon(shop.db, { max_uses: 1 })
  const { body } = await place(byHand(serum, 2, { coupon_code: coupon.code, total: 54 }))
  shop.clock.advance({ days: 3, minutes: 1 })
  await expireOrders(shop)
  expect((await read(body.id)).status).toBe('cancelled')
  expect(await stockOf(serum.id)).toBe(10)
  const [row] = await shop.db.select().from(coupons).where(eq(coupons.id, coupon.id))
  expect(row?.current_uses).toBe(0)
  expect(await shop.findings()).toEqual([])
})

test('paid in cash at a market: completed once, without an address, and not to be shipped', async () => {
  const serum = await givenProduct(shop.db, { price: 30, stock: 10 })
  const order = byHand(serum, 1, {
    payment: 'cash',
    in_person: true,
    shipping_address: null,
    guest_name: 'Rose of the market',
  })
  const [one, other] = await Promise.all([place(order), place(order)])
  expect(one.body).toMatchObject({ id: other.body.id, status: 'completed' })
  expect(await stockOf(serum.id)).toBe(9)
  expect(await countConfirmations(shop.db, one.body.id)).toBe(1)
  const events = await shop.db
    .select()
    .from(order_events)
    .where(eq(order_events.order_id, one.body.id))
  expect(events.map(({ to_status }) => to_status)).toEqual(['pending', 'completed'])
  expect(await read(one.body.id)).toMatchObject({
    completed_by_hand: true,
    customer_name: 'Rose of the market',
    address_missing: false,
    in_person: true,
  })
  const { body: list } = await desk.get('/orders/all?to_ship=true&q=Rose%20of%20the')
  expect(list.items).toEqual([])
  expect((await place({ ...order, total: 31 })).status).toBe(409)
  expect(await shop.findings()).toEqual([])
})

test('a discount with a reason is added to that of a coupon, stored, and never more than the products', async () => {
  const serum = await givenProduct(shop.db, { price: 50, stock: 10 })
  const coupon = await givenCoupon(shop.db)
  const terms = { coupon_code: coupon.code, extra_discount: 7.5, discount_reason: 'Dented box' }
  const { body: quote } = await desk.post('/orders/by-hand/quote', {
    lines: [{ product_id: serum.id, quantity: 1 }],
    in_person: true,
    coupon_code: coupon.code,
    extra_discount: 7.5,
  })
  expect(quote).toMatchObject({ subtotal: 50, discount: 12.5, extra_discount: 7.5, total: 37.5 })
  const { body } = await place(byHand(serum, 1, { ...terms, total: 37.5, payment: 'cash' }))
  expect(await read(body.id)).toMatchObject({
    discount: 12.5,
    extra_discount: 7.5,
    discount_reason: 'Dented box',
    total: 37.5,
  })
  const audited = await shop.db.select().from(audit_log).where(eq(audit_log.object_id, body.id))
  expect(audited.find(({ action }) => action === 'create')?.after).toMatchObject({
    extra_discount: 7.5,
    discount_reason: 'Dented box',
  })
  expect(JSON.stringify(audited)).not.toContain(address.address)

  const gift = { extra_discount: 900, discount_reason: 'A present' }
  const free = await place(byHand(serum, 1, { ...gift, total: 0 }))
  expect(free.body).toMatchObject({ status: 'completed', total: 0 })
  expect(await read(free.body.id)).toMatchObject({ discount: 50, extra_discount: 50 })
  const silent = await place(byHand(serum, 1, { extra_discount: 5, total: 45 }))
  expect(silent.status).toBe(400)
  expect(await shop.findings()).toEqual([])
})

test('what cannot be had, another total, and a link without an e-mail address are refused, and nothing is stored', async () => {
  const last = await givenProduct(shop.db, { price: 30, stock: 1 })
  const before = await shop.db.$count(orders)
  const answers = await Promise.all([
    place(byHand(last, 2)),
    place(byHand(last, 1, { total: 29 })),
    place(byHand(last, 1, { user_id: randomUUID() })),
    place(byHand(last, 1, { in_person: true, shipping_address: null })),
    place(byHand(last, 1, { shipping_address: null })),
    place(byHand(last, 1, { price: 1 })),
  ])
  expect(answers.map(({ status }) => status)).toEqual([409, 409, 404, 400, 400, 400])
  expect(await shop.db.$count(orders)).toBe(before)
  expect(await stockOf(last.id)).toBe(1)
})

test('orders by hand do not use up what the customer may hold, and leave the own cart alone', async () => {
  const serum = await givenProduct(shop.db, { price: 5, stock: 100 })
  const profile = await givenProfile(shop.db)
  for (let n = 0; n < 4; n++) {
    const { status } = await place(byHand(serum, 1, { user_id: profile.id }))
    expect(status).toBe(201)
  }
  const customer = shop.visitor()
  await customer.signIn(profile)
  const { body } = await customer.place({
    idempotency_key: randomUUID(),
    lines: [{ product_id: serum.id, quantity: 1 }],
    shipping_address: address,
    total: 5,
  })
  expect(body.holds_stock).toBe(true)
  expect((await customer.get('/orders')).body.items).toHaveLength(5)
})

test('known customers are found by name or address, with where they live', async () => {
  const serum = await givenProduct(shop.db, { price: 5, stock: 10 })
  const fullName = `Wren ${randomUUID().slice(0, 8)}`
  const email = `${randomUUID()}@example.com`
  await place(byHand(serum, 1, { shipping_address: { ...address, fullName, email } }))
  const { body } = await desk.get(`/orders/customers?q=${encodeURIComponent(fullName)}`)
  expect(body).toMatchObject([{ user_id: null, email, full_name: fullName, address: { fullName } }])
})

test('a note for the customer is seen by the customer, and the second of two colleagues is asked', async () => {
  const serum = await givenProduct(shop.db, { price: 5, stock: 10 })
  const { body } = await place(byHand(serum, 1, { payment: 'cash' }))
  const path = `/orders/${body.id}/customer-note`
  const { version } = await read(body.id)
  const saved = await desk.put(path, { customer_note: 'With a sample.', version })
  expect(saved.status).toBe(200)
  const stale = await desk.put(path, { customer_note: 'Without one.', version })
  expect(stale.body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  const key = guestKey(shop.config, body.id)
  const { body: seen } = await shop.visitor().get(`/orders/${body.id}?key=${key}`)
  expect(seen.customer_note).toBe('With a sample.')
  const audited = await shop.db.select().from(audit_log).where(eq(audit_log.object_id, body.id))
  expect(JSON.stringify(audited)).not.toContain(address.address)
})

test('the link is sent again only while the order is open, and holds it again', async () => {
  const serum = await givenProduct(shop.db, { price: 5, stock: 10 })
  const { body } = await place(byHand(serum, 1))
  shop.clock.advance({ days: 2 })
  const again = await desk.post(`/orders/${body.id}/payment-link`, {})
  expect(again.status).toBe(200)
  expect(await mailsOf(body.id)).toHaveLength(2)
  expect(Date.parse(again.body.hold_until)).toBe(shop.clock.now().getTime() + 3 * 86_400_000)
  await desk.put(`/orders/${body.id}/status`, { status: 'completed' })
  const late = await desk.post(`/orders/${body.id}/payment-link`, {})
  expect(late.body).toMatchObject({ code: 'ORDER_NOT_OPEN' })
})
