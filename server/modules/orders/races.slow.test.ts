import { randomUUID } from 'node:crypto'
import { eq, inArray } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { expireOrders } from '#server/modules/payments/expire-orders.ts'
import { payments } from '#server/modules/payments/payments.table.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  givenCoupon,
  givenOpenPage,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  placed,
} from '#server/testing/order-factories.ts'
import { soakSize } from '#server/testing/server.ts'
import { changeOrderStatus } from './order-states.ts'
import { coupons, orders } from './orders.table.ts'
import { placeOrder } from './place-order.ts'

const ROUNDS = soakSize({ usual: 1, soak: 20 })

let shop: PayableShop

beforeAll(async () => {
  shop = await givenPayableShop()
})

const together = <Result>(count: number, act: (place: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, place) => act(place)))

const usesOf = async (id: string) =>
  (await shop.db.select().from(coupons).where(eq(coupons.id, id)))[0]?.current_uses

test('200 buyers start together on a stock of 10: exactly 10 get it, and none an error', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const last = await givenProduct(shop.db, { price: 30, stock: 10 })
    const buyers = Array.from({ length: 200 }, () => shop.visitor())
    const answers = await Promise.all(
      buyers.map((buyer) => buyer.place(orderRequest([{ product_id: last.id, quantity: 1 }], 30))),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(190)
    const [row] = await shop.db.select().from(products).where(eq(products.id, last.id))
    expect(row?.stock).toBe(0)
  }
  expect(await shop.findings()).toEqual([])
})

test('orders of the same products in any order never wait for each other in a circle', async () => {
  const range = await Promise.all(
    Array.from({ length: 6 }, () => givenProduct(shop.db, { price: 5, stock: 40 })),
  )
  const answers = await together(60, (place) => {
    const turned = [...range.slice(place % 6), ...range.slice(0, place % 6)]
    const lines = turned.map(({ id }) => ({ product_id: id, quantity: 1 }))
    return shop.visitor().place(orderRequest(place % 2 ? lines : lines.toReversed(), 30))
  })
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(40)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(20)
  expect(await shop.findings()).toEqual([])
})

test('a coupon for five is used by five of a hundred; each use comes back once when its order expires', async () => {
  const cream = await givenProduct(shop.db, { price: 20, stock: 1000 })
  const coupon = await givenCoupon(shop.db, { max_uses: 5 })
  const line = [{ product_id: cream.id, quantity: 1 }]
  const answers = await together(100, () =>
    shop.visitor().place(orderRequest(line, 18, { coupon_code: coupon.code })),
  )
  const discounted = answers.filter(({ status }) => status === 200)
  expect(discounted).toHaveLength(5)
  expect(discounted.every(({ body }) => body.discount === 2)).toBe(true)
  expect(answers.filter(({ body }) => body.code === 'COUPON_USED_UP')).toHaveLength(95)
  expect(await usesOf(coupon.id)).toBe(5)
  expect(await shop.findings()).toEqual([])

  shop.clock.advance({ minutes: 21 })
  await together(5, () => expireOrders(shop))
  expect(await usesOf(coupon.id)).toBe(0)
  const [row] = await shop.db.select().from(products).where(eq(products.id, cream.id))
  expect(row?.stock).toBe(1000)
  expect(await shop.findings()).toEqual([])
})

test('the same order sent a hundred times at once is one order with one payment page', async () => {
  const mask = await givenProduct(shop.db, { price: 15, stock: 100 })
  const impatient = shop.visitor()
  const order = orderRequest([{ product_id: mask.id, quantity: 1 }], 15)
  // One visitor sends at most thirty a minute, so the copies come from all over the network.
  const copies = Array.from({ length: 99 }, () => shop.visitor())
  const answers = await Promise.all([impatient, ...copies].map((one) => one.place(order)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(100)
  const [first] = answers
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  const rows = await shop.db
    .select()
    .from(orders)
    .where(eq(orders.idempotency_key, order.idempotency_key))
  expect(rows).toHaveLength(1)

  const before = shop.simulator.control.ledger().sessions.length
  const links = await Promise.all([impatient, ...copies].map((one) => one.link(first!.body)))
  expect(new Set(links.map(({ body }) => body.paymentUrl)).size).toBe(1)
  expect(shop.simulator.control.ledger().sessions.length - before).toBe(1)

  const changed = await impatient.place({
    ...order,
    lines: [{ product_id: mask.id, quantity: 2 }],
    total: 30,
  })
  expect(changed).toMatchObject({ status: 409, body: { code: 'KEY_REUSED' } })
  expect(await shop.findings()).toEqual([])
})

test('one visitor who opens 200 orders holds three of them', async () => {
  const oil = await givenProduct(shop.db, { price: 9, stock: 500 })
  const hoarder = shop.visitor()
  const first = await placed(hoarder, oil)
  const answers = await together(199, () =>
    hoarder.place(orderRequest([{ product_id: oil.id, quantity: 1 }], 9)),
  )
  expect(first.holds_stock).toBe(true)
  expect(answers.filter(({ body }) => body.holds_stock)).toHaveLength(2)
  expect(answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])
  const [row] = await shop.db.select().from(products).where(eq(products.id, oil.id))
  expect(row?.stock).toBe(497)
  expect(await shop.findings()).toEqual([])
})

test('60 orders from one address without cookies hold at most thirty of them', async () => {
  const oil = await givenProduct(shop.db, { price: 9, stock: 500 })
  const network_address = randomUUID()
  const answers = await together(60, () =>
    placeOrder(
      shop,
      { user_id: null, visitor_id: randomUUID(), network_address },
      orderRequest([{ product_id: oil.id, quantity: 1 }], 9),
    ),
  )
  expect(answers.filter(({ holds_stock }) => holds_stock)).toHaveLength(30)
  const [row] = await shop.db.select().from(products).where(eq(products.id, oil.id))
  expect(row?.stock).toBe(470)
})

test('an account holds three open orders, from however many places it comes', async () => {
  const balm = await givenProduct(shop.db, { price: 9, stock: 500 })
  const profile = await givenProfile(shop.db)
  const devices = await together(6, async () => {
    const device = shop.visitor()
    await device.signIn(profile)
    return device
  })
  const answers = await Promise.all(
    devices.map((device) => device.place(orderRequest([{ product_id: balm.id, quantity: 1 }], 9))),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(6)
  expect(answers.filter(({ body }) => body.holds_stock)).toHaveLength(3)
})

test('of 1,000 guessed coupon codes at most 20 are looked up, in the box and at checkout together', async () => {
  const soap = await givenProduct(shop.db, { price: 9, stock: 500 })
  const lines = [{ product_id: soap.id, quantity: 1 }]
  const guesser = shop.visitor()
  const answers = await together(1000, (place) => {
    const code = `GUESS${randomUUID().slice(0, 6)}`
    if (place % 20) return guesser.post('/coupons/validate', { code, lines })
    return guesser.place(orderRequest(lines, 9, { coupon_code: code }))
  })
  const evaluated = answers.filter(({ body }) => body.code === 'COUPON_NOT_VALID')
  expect(evaluated.length).toBeGreaterThan(0)
  expect(evaluated.length).toBeLessThanOrEqual(20)
  expect(answers.filter(({ status }) => status !== 409 && status !== 429)).toEqual([])
})

test('an order that is paid while it expires or an admin cancels it is either sold or free again, never both', async () => {
  const gel = await givenProduct(shop.db, { price: 9, stock: 50 })
  const { id, full_name: name } = await givenAdmin(shop.db)
  const by = { id, name, at: shop.now() }
  const open = await together(20, () => givenOpenPage(shop, gel))
  shop.clock.advance({ minutes: 21 })
  const cancel = (id: string) => changeOrderStatus(shop, { id, status: 'cancelled' }, by)
  await Promise.all([
    ...open.map(({ session }) => shop.simulator.control.pay(session, undefined, { late: true })),
    expireOrders(shop),
    expireOrders(shop),
    ...open.slice(0, 10).map(({ order }) => cancel(order.id)),
    ...open.slice(0, 10).map(({ order }) => cancel(order.id)),
  ])
  const ids = open.map(({ order }) => order.id)
  const paid = await shop.db.select().from(payments).where(inArray(payments.order_id, ids))
  expect(paid).toHaveLength(20)
  const ends = await shop.db.select().from(orders).where(inArray(orders.id, ids))
  const sold = ends.filter(({ status }) => status === 'completed').length
  expect(ends.filter(({ status }) => status === 'cancelled')).toHaveLength(20 - sold)
  const [row] = await shop.db.select().from(products).where(eq(products.id, gel.id))
  expect(row).toMatchObject({ stock: 50 - sold, units_sold: sold })
  expect(await shop.findings()).toEqual([])
})
