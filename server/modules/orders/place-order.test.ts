import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  address,
  countConfirmations,
  givenCoupon,
  givenPayableShop,
  inLanes,
  orderRequest,
  type PayableShop,
  placed,
} from '#server/testing/order-factories.ts'
import { orders } from './orders.table.ts'

let shop: PayableShop
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop()
  serum = await givenProduct(shop.db, { price: 19.95, stock: 1000 })
})

const stockOf = async (id: string) =>
  (await shop.db.select().from(products).where(eq(products.id, id)))[0]?.stock

const orderOf = async (id: string) =>
  (await shop.db.select().from(orders).where(eq(orders.id, id)))[0]!

// Shows S4.9, S7.18, S7.19, B4.2
test('a guest orders: priced by the shop, held for twenty minutes, seen again by the same browser', async () => {
  const toner = await givenProduct(shop.db, { price: 12.5, stock: 3 })
  const guest = shop.visitor()
  const lines = [
    { product_id: serum.id, quantity: 2 },
    { product_id: toner.id, quantity: 1 },
  ]
  const { status, body } = await guest.place(orderRequest(lines, 52.4))
  expect(status).toBe(200)
  expect(body).toMatchObject({ status: 'pending', subtotal: 52.4, discount: 0, total: 52.4 })
  expect(await stockOf(toner.id)).toBe(2)
  const held = new Date((await orderOf(body.id)).hold_until ?? 0).getTime() - shop.now().getTime()
  expect(held).toBe(20 * 60_000)

  const seen = await guest.get(`/orders/${body.id}`)
  expect(seen.body).toMatchObject({ guest_email: address.email, shipping_address: address })
  expect(seen.body.items).toHaveLength(2)
})

// Shows S2.74, S3.9, S7.14, S7.19, B3.4
test('an order shows what was bought, under the name and picture of that day', async () => {
  const images = ['/files/rose-1.webp']
  const rose = await givenProduct(shop.db, { name: 'Rose Mist', price: 12.5, images })
  const guest = shop.visitor()
  const order = await placed(guest, rose)
  await shop.db
    .update(products)
    .set({ name: 'Rose Mist, new recipe', images: [], archived_at: '2026-01-01' })
    .where(eq(products.id, rose.id))
  const { body } = await guest.get(`/orders/${order.id}`)
  expect(body.items).toEqual([
    {
      product_id: rose.id,
      name: 'Rose Mist',
      image_url: '/files/rose-1.webp',
      quantity: 1,
      price: 12.5,
    },
  ])
})

test('the cookie of a guest is out of reach of scripts and stays on this site', async () => {
  const guest = shop.visitor()
  const response = await guest.send(
    'POST',
    '/api/orders',
    orderRequest([{ product_id: serum.id, quantity: 1 }], 19.95),
  )
  const cookie = response.headers.getSetCookie().find((one) => one.startsWith('petal_orders='))
  expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/)
  expect(cookie).toContain('; Path=/;')
})

test('nobody else sees an order, whatever key they try', async () => {
  const order = await placed(shop.visitor(), serum)
  const stranger = shop.visitor()
  for (const key of ['', '?key=x', `?key=${'A'.repeat(43)}`, `?key=${order.id}`]) {
    const { status, body } = await stranger.get(`/orders/${order.id}${key}`)
    expect(status).toBe(404)
    expect(JSON.stringify(body)).not.toContain('Iris')
  }
})

// Shows S6.2, S6.3, S7.14
test('an order of an account is shown to that account alone, and offers its address again', async () => {
  const profile = await givenProfile(shop.db)
  const customer = shop.visitor()
  await customer.signIn(profile)
  const order = await placed(customer, serum)
  expect((await customer.get('/orders')).body.items.map((one: { id: string }) => one.id)).toEqual([
    order.id,
  ])
  expect((await customer.get('/orders/last-address')).body).toEqual(address)
  expect((await orderOf(order.id)).guest_email).toBeNull()

  const other = shop.visitor()
  await other.signIn(await givenProfile(shop.db))
  expect((await other.get(`/orders/${order.id}`)).status).toBe(404)
  expect((await other.get('/orders')).body.items).toEqual([])
})

// Shows S5.10, S5.11, S7.12, S8.5, S8.6
test('a coupon counts in any spelling, and is refused before its time, after it, when it is off or unknown', async () => {
  const coupon = await givenCoupon(shop.db)
  const line = [{ product_id: serum.id, quantity: 1 }]
  const guest = shop.visitor()
  const spelt = ` ${coupon.code.toLowerCase()} `
  const check = await guest.post('/coupons/validate', { code: spelt, lines: line })
  expect(check.body).toEqual({ code: coupon.code, subtotal: 19.95, discount: 2, total: 17.95 })
  const { body } = await guest.place(orderRequest(line, 17.95, { coupon_code: spelt }))
  expect(body).toMatchObject({ discount: 2, total: 17.95 })

  const unusable = [
    await givenCoupon(shop.db, { valid_from: '2098-01-01T00:00:00Z' }),
    await givenCoupon(shop.db, { valid_until: '2021-01-01T00:00:00Z' }),
    await givenCoupon(shop.db, { active: false }),
    { code: 'NEVER-HEARD-OF' },
  ]
  for (const { code } of unusable) {
    const refused = await shop.visitor().post('/coupons/validate', { code, lines: line })
    expect(refused).toMatchObject({
      status: 409,
      body: { message: 'This coupon code is not valid' },
    })
  }
  const usedUp = await givenCoupon(shop.db, { max_uses: 0 })
  const refused = await shop
    .visitor()
    .place(orderRequest(line, 17.95, { coupon_code: usedUp.code }))
  expect(refused.body).toMatchObject({ message: 'This coupon has reached its usage limit' })
})

// Shows S4.9
test('an order that costs nothing is completed at once, without the provider', async () => {
  const coupon = await givenCoupon(shop.db, { discount_amount: 100 })
  const guest = shop.visitor()
  const line = [{ product_id: serum.id, quantity: 1 }]
  const { body } = await guest.place(orderRequest(line, 0, { coupon_code: coupon.code }))
  expect(body).toMatchObject({ status: 'completed', total: 0, discount: 19.95 })
  expect(await countConfirmations(shop.db, body.id)).toBe(1)
  expect((await guest.complete(body.id)).body).toMatchObject({ success: true, state: 'paid' })
  const link = await guest.link(body)
  expect(link.body.paymentUrl).toBe(`${shop.config.publicUrl}/payment-success?order_id=${body.id}`)
  expect(shop.simulator.control.ledger().sessions).toEqual([])
})

test('another price than the one shown is refused, with the right one', async () => {
  const { status, body } = await shop
    .visitor()
    .place(orderRequest([{ product_id: serum.id, quantity: 2 }], 39.89))
  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'TOTAL_CHANGED',
    data: { subtotal: 39.9, discount: 0, total: 39.9 },
  })
})

test('what is gone, archived, unknown or too few is refused by name, and nothing is taken', async () => {
  const few = await givenProduct(shop.db, { price: 10, stock: 1 })
  const archived = await givenProduct(shop.db, { price: 10, archived_at: '2026-01-01T00:00:00Z' })
  const unknown = crypto.randomUUID()
  const wanted = [few.id, archived.id, unknown].map((product_id) => ({ product_id, quantity: 2 }))
  const { status, body } = await shop
    .visitor()
    .place(orderRequest([...wanted, { product_id: serum.id, quantity: 1 }], 79.95))
  expect(status).toBe(409)
  expect(new Set(body.data.product_ids)).toEqual(new Set([few.id, archived.id, unknown]))
  expect(await stockOf(few.id)).toBe(1)
})

test('an order too large for the provider is refused', async () => {
  const ring = await givenProduct(shop.db, { price: 9_999_999.99, stock: 999 })
  const line = [{ product_id: ring.id, quantity: 999 }]
  const { status, body } = await shop.visitor().place(orderRequest(line, 9_999_999.99))
  expect({ status, code: body.code }).toEqual({ status: 409, code: 'TOO_LARGE' })
})

test('of 500 tampered bodies none changes a price or makes the shop stumble', async () => {
  const good = () =>
    orderRequest([{ product_id: serum.id, quantity: 1 }], 19.95) as Record<string, unknown>
  const line = (change: object) => ({
    ...good(),
    lines: [{ product_id: serum.id, quantity: 1, ...change }],
  })
  const odd = [
    -1,
    0,
    0.5,
    1e9,
    1000,
    null,
    '1',
    'NaN',
    true,
    [],
    {},
    Number.MAX_SAFE_INTEGER,
    -0.01,
    '0x10',
  ]
  const bodies = Array.from({ length: 500 }, (_, n) => {
    const value = odd[n % odd.length]
    const kinds = [
      () => ({ ...good(), total: value }),
      () => line({ quantity: value }),
      () => line({ price: 0.01 * (n % 7) }),
      () => ({ ...good(), status: 'completed' }),
      () => ({ ...good(), user_id: crypto.randomUUID() }),
      () => ({ ...good(), subtotal: value, discount: 19.95 }),
      () => ({ ...good(), coupon_code: value }),
      () => ({ ...good(), lines: value }),
      () => ({ ...good(), shipping_address: { ...address, email: value } }),
      () => ({ ...good(), [`key${n}`]: value, payment_id: 'PAID', completed_at: '2026-01-01' }),
      () => ({ ...good(), idempotency_key: value }),
      () => line({ product_id: value }),
      () => line({ product_id: `${serum.id}' or 1=1 --` }),
    ]
    return kinds[n % kinds.length]?.()
  })
  const answers = await inLanes(bodies, 25, (body) => shop.visitor().post('/orders', body))
  expect(answers.filter(({ status }) => status >= 500)).toEqual([])
  const accepted = answers.filter(({ status }) => status === 200)
  expect(accepted.filter(({ body }) => body.total !== 19.95 || body.status !== 'pending')).toEqual(
    [],
  )
  const rows = await shop.db.select().from(orders)
  const wrong = rows.filter(
    (row) => Math.round((row.subtotal - row.discount - row.total) * 100) !== 0,
  )
  expect(wrong).toEqual([])
  expect(await shop.findings()).toEqual([])
})
