import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { expireOrders } from '#server/modules/payments/expire-orders.ts'
import { payment_pages, payments } from '#server/modules/payments/payments.table.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  countJobs,
  givenCoupon,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  placed,
  sessionIn,
} from '#server/testing/order-factories.ts'
import type { Buyer } from './holds.ts'
import { coupons, orders } from './orders.table.ts'
import { placeOrder } from './place-order.ts'

let shop: PayableShop

beforeAll(async () => {
  shop = await givenPayableShop()
})

type Product = Awaited<ReturnType<typeof givenProduct>>

const guest = (network_address: string = randomUUID()): Buyer => ({
  user_id: null,
  visitor_id: randomUUID(),
  network_address,
})

const order = (buyer: Buyer, product: Product, quantity = 1, more = {}) =>
  placeOrder(
    shop,
    buyer,
    orderRequest([{ product_id: product.id, quantity }], product.price * quantity, more),
  )

const isHeld = async (buyer: Buyer, product: Product, quantity = 1) =>
  (await order(buyer, product, quantity)).holds_stock

const plenty = () => givenProduct(shop.db, { price: 10, stock: 10_000 })

const rowOf = async (id: string) =>
  (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!

const stockOf = async ({ id }: { id: string }) =>
  (await shop.db.select().from(products).where(eq(products.id, id)))[0]?.stock

/** Three orders of one visitor hold their stock, so the next does not. */
async function givenUnreserved(product: Product, quantity = 1, more = {}) {
  const visitor = shop.visitor()
  const filler = await plenty()
  for (const _ of [1, 2, 3]) await placed(visitor, filler)
  const total = product.price * quantity
  const request = orderRequest([{ product_id: product.id, quantity }], total, more)
  const { status, body } = await visitor.place(request)
  return { visitor, status, body }
}

test('a fourth unpaid order of one browser is placed without a hold', async () => {
  const serum = await plenty()
  const buyer = guest()
  const held = [1, 2, 3, 4, 5].map(() => () => isHeld(buyer, serum))
  const answers: boolean[] = []
  for (const place of held) answers.push(await place())
  expect(answers).toEqual([true, true, true, false, false])
  expect(await stockOf(serum)).toBe(10_000 - 3)
  expect(await shop.findings()).toEqual([])
})

test('of ten orders that one browser places at the same moment, three are held', async () => {
  const serum = await plenty()
  const buyer = guest()
  const answers = await Promise.all(Array.from({ length: 10 }, () => isHeld(buyer, serum)))
  expect(answers.filter(Boolean)).toHaveLength(3)
})

test('a browser is known by its signed cookie, wherever it is; a forged one is a new browser', async () => {
  const serum = await plenty()
  const phone = shop.visitor()
  for (const _ of [1, 2, 3]) await placed(phone, serum)
  const elsewhere = shop.visitor()
  const cookie = phone.cookies.get('petal_visitor') ?? ''
  elsewhere.cookies.set('petal_visitor', cookie)
  expect((await placed(elsewhere, serum)).holds_stock).toBe(false)
  expect(elsewhere.cookies.get('petal_visitor')).toBe(cookie)

  const forger = shop.visitor()
  const forged = `${randomUUID()}.${cookie.split('.')[1]}`
  forger.cookies.set('petal_visitor', forged)
  expect((await placed(forger, serum)).holds_stock).toBe(true)
  expect(forger.cookies.get('petal_visitor')).not.toBe(forged)
})

test('ten shoppers behind one address hold their orders; of forty, thirty do', async () => {
  const serum = await plenty()
  const office = randomUUID()
  const answers: boolean[] = []
  for (let place = 0; place < 40; place++) answers.push(await isHeld(guest(office), serum))
  expect(answers.lastIndexOf(true)).toBe(29)
  expect(answers.filter(Boolean)).toHaveLength(30)
})

test('a hold has at most 60 pieces, and one address at most 120', async () => {
  const serum = await plenty()
  expect(await isHeld(guest(), serum, 61)).toBe(false)
  const office = randomUUID()
  expect(await isHeld(guest(office), serum, 60)).toBe(true)
  expect(await isHeld(guest(office), serum, 59)).toBe(true)
  expect(await isHeld(guest(office), serum, 2)).toBe(false)
  expect(await isHeld(guest(office), serum, 1)).toBe(true)
})

test('of a product with more than ten, one address holds at most half, in one order or several', async () => {
  const eleven = await givenProduct(shop.db, { price: 10, stock: 11 })
  const office = randomUUID()
  expect(await isHeld(guest(office), eleven, 6)).toBe(false)
  expect(await isHeld(guest(office), eleven, 3)).toBe(true)
  expect(await isHeld(guest(office), eleven, 3)).toBe(false)
  expect(await isHeld(guest(office), eleven, 2)).toBe(true)

  const twelve = await givenProduct(shop.db, { price: 10, stock: 12 })
  expect(await isHeld(guest(), twelve, 6)).toBe(true)

  const ten = await givenProduct(shop.db, { price: 10, stock: 10 })
  expect(await isHeld(guest(), ten, 10)).toBe(true)
})

test('too much of one product, and nothing of the order is held', async () => {
  const [scarce, common] = [await givenProduct(shop.db, { price: 10, stock: 11 }), await plenty()]
  const lines = [
    { product_id: scarce.id, quantity: 6 },
    { product_id: common.id, quantity: 1 },
  ]
  const placed = await placeOrder(shop, guest(), orderRequest(lines, 70))
  expect(placed.holds_stock).toBe(false)
  expect([await stockOf(scarce), await stockOf(common)]).toEqual([11, 10_000])
})

test('one order of everything in the shop is placed and takes nothing', async () => {
  const range = await Promise.all(
    Array.from({ length: 36 }, () => givenProduct(shop.db, { price: 10, stock: 12 })),
  )
  const lines = range.map(({ id }) => ({ product_id: id, quantity: 12 }))
  const placed = await placeOrder(shop, guest(), orderRequest(lines, 36 * 120))
  expect(placed).toMatchObject({ status: 'pending', holds_stock: false })
  const ids = range.map(({ id }) => id)
  const rows = await shop.db.select().from(products).where(inArray(products.id, ids))
  expect(rows.map(({ stock }) => stock)).toEqual(Array.from({ length: 36 }, () => 12))
})

test('a signed-in shopper is judged by the account alone', async () => {
  const serum = await plenty()
  const office = '10.200.0.1'
  for (let place = 0; place < 4; place++) await placed(shop.visitor(office), serum, 30)
  expect((await placed(shop.visitor(office), serum)).holds_stock).toBe(false)

  const profile = await givenProfile(shop.db)
  const devices = [shop.visitor(office), shop.visitor(), shop.visitor(office), shop.visitor()]
  const answers: boolean[] = []
  for (const device of devices) {
    await device.signIn(profile)
    answers.push((await placed(device, serum)).holds_stock)
  }
  expect(answers).toEqual([true, true, true, false])
})

test('an address that let three holds run out within a day gets none for an hour', async () => {
  const serum = await plenty()
  const office = randomUUID()
  for (const _ of [1, 2, 3]) {
    expect(await isHeld(guest(office), serum)).toBe(true)
    shop.clock.advance({ minutes: 21 })
    await expireOrders(shop)
  }
  expect(await isHeld(guest(office), serum)).toBe(false)
  expect(await isHeld(guest(), serum)).toBe(true)
  shop.clock.advance({ minutes: 59 })
  expect(await isHeld(guest(office), serum)).toBe(false)
  shop.clock.advance({ minutes: 1 })
  expect(await isHeld(guest(office), serum)).toBe(true)

  const patient = randomUUID()
  for (const _ of [1, 2, 3]) {
    expect(await isHeld(guest(patient), serum)).toBe(true)
    shop.clock.advance({ minutes: 13 * 60 })
    await expireOrders(shop)
  }
  expect(await isHeld(guest(patient), serum)).toBe(true)
})

test('an order without a hold says so, and takes its stock when it is paid', async () => {
  const balm = await givenProduct(shop.db, { price: 10, stock: 3 })
  const coupon = await givenCoupon(shop.db, { discount_amount: 1 })
  const { visitor, body } = await givenUnreserved(balm, 2, {
    total: 19,
    coupon_code: coupon.code,
  })
  const uses = async () =>
    (await shop.db.select().from(coupons).where(eq(coupons.id, coupon.id)))[0]?.current_uses
  expect(body.holds_stock).toBe(false)
  expect((await visitor.get(`/orders/${body.id}`)).body.holds_stock).toBe(false)
  expect([await stockOf(balm), await uses()]).toEqual([3, 0])
  expect(await shop.findings()).toEqual([])

  const link = await visitor.link(body)
  await shop.simulator.control.pay(sessionIn(link.body.paymentUrl))
  expect((await visitor.complete(body.id)).body.state).toBe('paid')
  expect(await rowOf(body.id)).toMatchObject({ status: 'completed', holds_stock: true })
  expect([await stockOf(balm), await uses()]).toEqual([1, 1])
  expect(await shop.findings()).toEqual([])
})

test('an order without a hold whose stock is gone when it is paid is cancelled, and its payment refunded by a person', async () => {
  const two = await givenProduct(shop.db, { price: 10, stock: 2 })
  const other = await givenProduct(shop.db, { price: 10, stock: 5 })
  const visitor = shop.visitor()
  const filler = await plenty()
  for (const _ of [1, 2, 3]) await placed(visitor, filler)
  const lines = [two, other].map(({ id }) => ({ product_id: id, quantity: 2 }))
  const { body } = await visitor.place(orderRequest(lines, 40))
  const link = await visitor.link(body)
  await placed(shop.visitor(), two)

  await shop.simulator.control.pay(sessionIn(link.body.paymentUrl))
  expect((await visitor.complete(body.id)).body).toMatchObject({ success: false, state: 'closed' })
  expect(await rowOf(body.id)).toMatchObject({ status: 'cancelled', holds_stock: false })
  expect([await stockOf(two), await stockOf(other)]).toEqual([1, 5])
  expect(await countJobs(shop.db, 'order-news', body.id)).toBe(1)
  const [payment] = await shop.db.select().from(payments).where(eq(payments.order_id, body.id))
  expect(payment).toMatchObject({ status: 'needs-attention', attention_reason: 'late' })
  expect(await shop.findings()).toEqual([])

  const admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  const refund = { amount: 40 }
  const { body: back } = await admin.post(`/payments/${payment?.payment_id}/refunds`, refund)
  expect(back.status).toBe('confirmed')
  expect(await shop.findings()).toEqual([])
})

test('a coupon with a limit is refused where nothing can be held, and not used up by it', async () => {
  const coupon = await givenCoupon(shop.db, { discount_amount: 1, max_uses: 5 })
  const serum = await plenty()
  const refused = await givenUnreserved(serum, 1, { total: 9, coupon_code: coupon.code })
  expect(refused).toMatchObject({ status: 409, body: { code: 'COUPON_NEEDS_HOLD' } })
  const [row] = await shop.db.select().from(coupons).where(eq(coupons.id, coupon.id))
  expect(row?.current_uses).toBe(0)
})

test('the last use of a coupon goes to one of ten simultaneous buyers', async () => {
  const coupon = await givenCoupon(shop.db, { discount_amount: 1, max_uses: 1 })
  const serum = await plenty()
  const terms = { total: 9, coupon_code: coupon.code }
  const answers = await Promise.allSettled(
    Array.from({ length: 10 }, () => order(guest(), serum, 1, terms)),
  )
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await shop.findings()).toEqual([])
})

test('a coupon that was deleted since an order was placed does not stop its payment', async () => {
  const coupon = await givenCoupon(shop.db, { discount_amount: 1 })
  const terms = { total: 9, coupon_code: coupon.code }
  const { visitor, body } = await givenUnreserved(await plenty(), 1, terms)
  const link = await visitor.link(body)
  await shop.db.delete(coupons).where(eq(coupons.id, coupon.id))
  await shop.simulator.control.pay(sessionIn(link.body.paymentUrl))
  expect((await visitor.complete(body.id)).body.state).toBe('paid')
})

test('an order that costs nothing needs no hold: it is completed with its stock', async () => {
  const coupon = await givenCoupon(shop.db, { discount_amount: 1000, max_uses: 1 })
  const serum = await plenty()
  const { body } = await givenUnreserved(serum, 61, { total: 0, coupon_code: coupon.code })
  expect(body).toMatchObject({ status: 'completed', holds_stock: true })
  expect(await stockOf(serum)).toBe(10_000 - 61)
  expect(await shop.findings()).toEqual([])
})

test('an order without a hold expires without a mail, and does not count against its address', async () => {
  const serum = await plenty()
  const { visitor, body } = await givenUnreserved(serum)
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  expect(await rowOf(body.id)).toMatchObject({ status: 'cancelled', hold_expired_at: null })
  expect(await countJobs(shop.db, 'order-news', body.id)).toBe(0)
  expect((await visitor.link(body)).body.code).toBe('ORDER_CLOSED')
  expect(await stockOf(serum)).toBe(10_000)
  expect(await shop.findings()).toEqual([])
})

test('an admin who moves an order without a hold on takes its stock, or is refused', async () => {
  const last = await givenProduct(shop.db, { price: 10, stock: 1 })
  const { body } = await givenUnreserved(last)
  const admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  const set = (status: string) => admin.put(`/orders/${body.id}/status`, { status })
  expect((await set('pending')).body.holds_stock).toBe(false)
  const other = await placed(shop.visitor(), last)
  expect((await set('completed')).body).toMatchObject({
    code: 'OUT_OF_STOCK',
    data: { product_ids: [last.id] },
  })
  await admin.put(`/orders/${other.id}/status`, { status: 'cancelled' })
  expect((await set('completed')).body).toMatchObject({ status: 'completed', holds_stock: true })
  expect(await stockOf(last)).toBe(0)
  expect(await shop.findings()).toEqual([])
})

test('a new payment page prolongs the hold to at most 30 minutes, and none outlives it', async () => {
  const toner = await givenProduct(shop.db, { price: 10, stock: 50 })
  const buyer = shop.visitor()
  const order = await placed(buyer, toner)
  const heldUntil = async () => new Date((await rowOf(order.id)).hold_until ?? 0).getTime()
  const begin = shop.now().getTime()
  const minutesHeld = async () => ((await heldUntil()) - begin) / 60_000
  expect((await buyer.link(order)).status).toBe(200)
  expect(await minutesHeld()).toBe(20)
  shop.clock.advance({ minutes: 13 })
  expect((await buyer.link(order)).status).toBe(200)
  expect(await minutesHeld()).toBe(30)
  shop.clock.advance({ minutes: 11 })
  expect((await buyer.link(order)).status).toBe(200)
  expect(await minutesHeld()).toBe(30)
  // The second page ends in two minutes; a third would end after the hold.
  shop.clock.advance({ minutes: 2 })
  expect((await buyer.link(order)).body.code).toBe('ORDER_CLOSED')
  const pages = await shop.db
    .select()
    .from(payment_pages)
    .where(eq(payment_pages.order_id, order.id))
  expect(pages).toHaveLength(2)
  const ends = pages.map((page) => new Date(page.expires_at).getTime())
  expect(Math.max(...ends)).toBeLessThanOrEqual(await heldUntil())
})
