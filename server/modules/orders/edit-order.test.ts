import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { payments } from '#server/modules/payments/payments.table.ts'
import { givenAdmin, givenProduct } from '#server/testing/factories.ts'
import {
  address,
  givenCoupon,
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
  sessionIn,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { coupons } from './orders.table.ts'

let shop: PayableShop
let desk: Visitor

beforeAll(async () => {
  shop = await givenPayableShop()
  desk = shop.visitor()
  await desk.signIn(await givenAdmin(shop.db))
})

type Product = { id: string; price: number }

const contents = (lines: [Product, number][], more: object = {}) => ({
  lines: lines.map(([{ id }, quantity]) => ({ product_id: id, quantity })),
  in_person: false,
  shipping_address: address,
  total: lines.reduce((sum, [{ price }, quantity]) => sum + price * quantity, 0),
  ...more,
})

async function givenUnpaid(lines: [Product, number][], more: object = {}) {
  const order = { idempotency_key: randomUUID(), payment: 'link', ...contents(lines, more) }
  const { status, body } = await desk.post('/orders/by-hand', order)
  expect(status).toBe(201)
  return body.id as string
}
const edit = (id: string, change: object, version = 1) =>
  desk.put(`/orders/${id}/contents`, { version, ...change })
const read = async (id: string) => (await desk.get(`/orders/${id}/details`)).body
const stockOf = async ({ id }: Product) =>
  (await shop.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const usesOf = async (id: string) =>
  (await shop.db.select().from(coupons).where(eq(coupons.id, id)))[0]?.current_uses

test('lines, address, discount and note change together; stock and coupon follow', async () => {
  const serum = await givenProduct(shop.db, { price: 30, stock: 10 })
  const balm = await givenProduct(shop.db, { price: 20, stock: 10 })
  const [first, second] = [await givenCoupon(shop.db), await givenCoupon(shop.db)]
  const id = await givenUnpaid([[serum, 3]], { coupon_code: first.code, total: 81 })
  const change = contents(
    [
      [serum, 1],
      [balm, 2],
    ],
    {
      coupon_code: second.code,
      extra_discount: 3,
      discount_reason: 'For the trouble',
      customer_note: 'Changed as agreed.',
      shipping_address: { ...address, city: 'Salem', email: 'new@example.com' },
      total: 60,
    },
  )
  expect((await edit(id, change)).body).toMatchObject({ total: 60, version: 2 })
  expect([await stockOf(serum), await stockOf(balm)]).toEqual([9, 8])
  expect([await usesOf(first.id), await usesOf(second.id)]).toEqual([0, 1])
  expect(await read(id)).toMatchObject({
    discount: 10,
    extra_discount: 3,
    guest_email: 'new@example.com',
    customer_note: 'Changed as agreed.',
    holds_stock: true,
    version: 2,
  })
  expect(await shop.findings()).toEqual([])
})

test('an order that cannot have what it needs stays as it was', async () => {
  const serum = await givenProduct(shop.db, { price: 30, stock: 3 })
  const id = await givenUnpaid([[serum, 2]])
  const tooMany = await edit(id, contents([[serum, 4]]))
  expect(tooMany.body).toMatchObject({ code: 'OUT_OF_STOCK' })
  expect((await edit(id, contents([[serum, 3]], { total: 1 }))).body).toMatchObject({
    code: 'TOTAL_CHANGED',
  })
  expect(await stockOf(serum)).toBe(1)
  // The own units count as available.
  expect((await edit(id, contents([[serum, 3]]))).status).toBe(200)
  expect(await stockOf(serum)).toBe(0)
  expect(await shop.findings()).toEqual([])
})

test('the second of two colleagues is asked, and a paid or cancelled order is not changed', async () => {
  const serum = await givenProduct(shop.db, { price: 30, stock: 10 })
  const id = await givenUnpaid([[serum, 1]])
  expect((await edit(id, contents([[serum, 2]]))).status).toBe(200)
  expect((await edit(id, contents([[serum, 3]]))).body).toMatchObject({ code: 'CHANGED_MEANWHILE' })
  await desk.put(`/orders/${id}/status`, { status: 'completed' })
  expect((await edit(id, contents([[serum, 3]]), 2)).body).toMatchObject({ code: 'ORDER_NOT_OPEN' })
  expect(await stockOf(serum)).toBe(8)
  expect(await shop.findings()).toEqual([])
})

test('while a payment page may be open nothing changes; afterwards the old page is never shown again', async () => {
  const serum = await givenProduct(shop.db, { price: 30, stock: 10 })
  const { buyer, order, session } = await givenOpenPage(shop, serum)
  const refused = await edit(order.id, contents([[serum, 2]]))
  expect(refused.body).toMatchObject({ code: 'PAYMENT_UNDER_WAY' })
  // Longer than the page and the time in which its payment is noticed.
  await desk.post(`/orders/${order.id}/payment-link`, {})
  shop.clock.advance({ minutes: 21 })
  expect((await edit(order.id, contents([[serum, 2]]))).status).toBe(200)
  expect((await buyer.link(order)).body).toMatchObject({ code: 'TOTAL_CHANGED' })
  const { body } = await buyer.link({ id: order.id, total: 60 })
  expect(sessionIn(body.paymentUrl)).not.toBe(session)
  await shop.simulator.control.pay(sessionIn(body.paymentUrl), '4242424242424242')
  expect((await buyer.complete(order.id)).body.state).toBe('paid')
  const [payment] = await shop.db.select().from(payments).where(eq(payments.order_id, order.id))
  expect(payment).toMatchObject({ amount: 60, status: 'settled' })
  expect(await shop.findings()).toEqual([])
})

test('edits and purchases of the same products in any order never wait for each other in a circle', async () => {
  const range = await Promise.all(
    Array.from({ length: 4 }, () => givenProduct(shop.db, { price: 5, stock: 200 })),
  )
  const [one, other] = [await givenCoupon(shop.db), await givenCoupon(shop.db)]
  const ids = await Promise.all(
    range.map((product) => givenUnpaid([[product, 1]], { coupon_code: one.code, total: 4.5 })),
  )
  const answers = await Promise.all([
    ...ids.map((id, place) => {
      const lines: [Product, number][] = range.map((product) => [product, place + 1])
      const total = 20 * (place + 1) * 0.9
      return edit(id, contents(lines, { coupon_code: other.code, total }))
    }),
    ...range.map((_, place) => {
      const turned = [...range.slice(place), ...range.slice(0, place)]
      const { in_person, ...order } = contents(turned.map((product) => [product, 1]))
      return shop.visitor().place({
        ...order,
        idempotency_key: randomUUID(),
        coupon_code: one.code,
        total: 18,
      })
    }),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200))
  expect(await shop.findings()).toEqual([])
})
