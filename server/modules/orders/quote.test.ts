import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { givenProduct } from '#server/testing/factories.ts'
import {
  givenCoupon,
  givenPayableShop,
  orderRequest,
  type PayableShop,
} from '#server/testing/order-factories.ts'
import { coupons, orders } from './orders.table.ts'

let shop: PayableShop
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop()
  serum = await givenProduct(shop.db, { name: 'Serum', price: 19.95, stock: 2 })
})

const quote = (request: unknown, visitor = shop.visitor()) => visitor.post('/orders/quote', request)

test('a quote names every part of the total, and an order of the same costs exactly that', async () => {
  const coupon = await givenCoupon(shop.db)
  const guest = shop.visitor()
  const lines = [{ product_id: serum.id, quantity: 2 }]
  const { status, body } = await quote({ lines, coupon_code: coupon.code }, guest)
  expect(status).toBe(200)
  expect(body).toEqual({
    lines: [
      {
        product_id: serum.id,
        name: 'Serum',
        image_url: null,
        quantity: 2,
        price: 19.95,
        amount: 39.9,
      },
    ],
    unavailable: [],
    coupon_code: coupon.code,
    subtotal: 39.9,
    discount: 3.99,
    extra_discount: 0,
    shipping: 0,
    shipping_method: null,
    shipping_methods: [],
    shipping_method_id: null,
    missing: null,
    free_delivery: null,
    payment_methods: [{ id: 'card', days: null }],
    tax: 0,
    tax_included: false,
    tax_lines: [],
    total: 35.91,
  })
  const before = await shop.db.$count(orders)
  const order = await guest.place(orderRequest(lines, body.total, { coupon_code: coupon.code }))
  expect(order.body).toMatchObject({
    subtotal: body.subtotal,
    discount: body.discount,
    shipping: body.shipping,
    tax: body.tax,
    total: body.total,
  })
  expect(await shop.db.$count(orders)).toBe(before + 1)
  const seen = await guest.get(`/orders/${order.body.id}`)
  expect(seen.body).toMatchObject({ shipping_method: null, tax_lines: [], total: 35.91 })
})

test('what is no longer sold is left out, what is held by an unpaid order is not', async () => {
  const last = await givenProduct(shop.db, { price: 10, stock: 1 })
  const guest = shop.visitor()
  await guest.place(orderRequest([{ product_id: last.id, quantity: 1 }], 10))
  const archived = await givenProduct(shop.db, { price: 10, archived_at: '2026-01-01T00:00:00Z' })
  const unknown = randomUUID()
  const lines = [last.id, archived.id, unknown].map((product_id) => ({ product_id, quantity: 1 }))
  const { body } = await quote({ lines }, guest)
  expect(body).toMatchObject({ subtotal: 10, total: 10 })
  expect(body.unavailable.toSorted()).toEqual([archived.id, unknown].toSorted())
})

test('a client can not send amounts of its own', async () => {
  const lines = [{ product_id: serum.id, quantity: 1 }]
  for (const own of [{ total: 1 }, { shipping: 0 }, { tax: 0 }, { discount: 5 }]) {
    expect(await quote({ lines, ...own })).toMatchObject({ status: 400 })
  }
})

test('a valid coupon can be quoted as often as a cart changes, guessing has the limit of the coupon box', async () => {
  const coupon = await givenCoupon(shop.db)
  const lines = [{ product_id: serum.id, quantity: 1 }]
  const guest = shop.visitor()
  for (let count = 0; count < 25; count++) {
    const { status } = await quote({ lines, coupon_code: coupon.code }, guest)
    expect(status).toBe(200)
  }
  const guesses = []
  for (let count = 0; count < 21; count++) {
    guesses.push((await quote({ lines, coupon_code: `GUESS${count}` }, guest)).body.code)
  }
  expect(guesses.slice(0, 20)).toEqual(Array.from({ length: 20 }, () => 'COUPON_NOT_VALID'))
  expect(guesses[20]).toBe('TOO_MANY_REQUESTS')
})

test('quotes without a coupon are no guesses, and give none back', async () => {
  const lines = [{ product_id: serum.id, quantity: 1 }]
  const guest = shop.visitor()
  for (let count = 0; count < 25; count++) {
    expect((await quote({ lines }, guest)).status).toBe(200)
  }
  for (let count = 0; count < 20; count++) await quote({ lines, coupon_code: 'GUESS' }, guest)
  expect((await quote({ lines }, guest)).status).toBe(200)
  const { body } = await quote({ lines, coupon_code: 'GUESS' }, guest)
  expect(body.code).toBe('TOO_MANY_REQUESTS')
})

test('a coupon with a limit is quoted until its last use is taken', async () => {
  const coupon = await givenCoupon(shop.db, { max_uses: 2, current_uses: 1 })
  const request = { lines: [{ product_id: serum.id, quantity: 1 }], coupon_code: coupon.code }
  expect((await quote(request)).body).toMatchObject({ coupon_code: coupon.code, discount: 2 })
  await shop.db.update(coupons).set({ current_uses: 2 }).where(eq(coupons.id, coupon.id))
  expect((await quote(request)).body.code).toBe('COUPON_USED_UP')
})

test('a cart is the same quote in whatever sequence it was filled, with each product once', async () => {
  const cream = await givenProduct(shop.db, { price: 10, stock: 9 })
  const balm = await givenProduct(shop.db, { price: 5, stock: 9 })
  const line = (product: { id: string }, quantity = 1) => ({ product_id: product.id, quantity })
  const cart = [line(cream), line(balm), line(serum), line(cream, 2)]
  const ids = [cream.id, balm.id, serum.id].toSorted()
  for (const lines of [cart, cart.toReversed(), [...cart.slice(2), ...cart.slice(0, 2)]]) {
    const { body } = await quote({ lines })
    expect(body.lines.map((one: { product_id: string }) => one.product_id)).toEqual(ids)
    expect(body.total).toBe(54.95)
  }
})

test('$999,999.99 is the most that an order may cost, before its discount too', async () => {
  const ring = await givenProduct(shop.db, { price: 333_333.33, stock: 3 })
  const box = await givenProduct(shop.db, { price: 0.01, stock: 3 })
  const lines = [{ product_id: ring.id, quantity: 3 }]
  expect((await quote({ lines })).body.total).toBe(999_999.99)
  const more = [...lines, { product_id: box.id, quantity: 1 }]
  expect((await quote({ lines: more })).body.code).toBe('TOO_LARGE')
  const coupon = await givenCoupon(shop.db, { discount_amount: 100 })
  const cheaper = { lines: more, coupon_code: coupon.code }
  expect((await quote(cheaper)).body.code).toBe('TOO_LARGE')
})
