import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Dashboard } from '#contract/insights.ts'
import { DAY_MS } from '#contract/time.ts'
import { checkInvariants } from '#server/programs/check-invariants.ts'
import { givenAdmin, givenCategory, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  address,
  givenCoupon,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  type Visitor,
} from '#server/testing/order-factories.ts'

type Line = { id: string; price: number }

/** The shop's clock stands at noon of some day, wherever the real one is. */
async function givenShop() {
  const shop = await givenPayableShop()
  const admin = shop.visitor()
  await admin.signIn(await givenAdmin(shop.db))
  const read = async (query = ''): Promise<Dashboard> => {
    const { status, body } = await admin.get(`/insights/dashboard${query}`)
    expect(status).toBe(200)
    return body
  }
  return { shop, admin, read, day: (ago = 0) => utcDay(shop, ago) }
}

const utcDay = ({ clock }: PayableShop, ago: number) =>
  new Date(clock.now().getTime() - ago * DAY_MS).toISOString().slice(0, 10)

/** Places an order and completes it by hand, as for a customer who paid in cash. */
async function sell(
  admin: Visitor,
  buyer: Visitor,
  lines: [Line, number][],
  { coupon, discount = 0 }: { coupon?: string; discount?: number } = {},
): Promise<string> {
  const cents = lines.reduce((sum, [{ price }, n]) => sum + Math.round(price * 100) * n, 0)
  const request = orderRequest(
    lines.map(([{ id }, quantity]) => ({ product_id: id, quantity })),
    (cents - discount * 100) / 100,
    {
      shipping_address: { ...address, email: `${crypto.randomUUID()}@example.com` },
      ...(coupon && { coupon_code: coupon }),
    },
  )
  const { status, body } = await buyer.place(request)
  expect(status, JSON.stringify(body)).toBe(200)
  await setStatus(admin, body.id, 'completed')
  return body.id
}

async function setStatus(admin: Visitor, id: string, status: string) {
  expect((await admin.put(`/orders/${id}/status`, { status })).status).toBe(200)
}

test('an empty shop has zeros everywhere, and divides by nothing', async () => {
  const { read, day } = await givenShop()
  for (const range of ['today', '7d', '30d', '90d', 'year', 'all']) {
    const dashboard = await read(`?range=${range}`)
    expect(dashboard.total).toEqual({
      orders: 0,
      revenue: 0,
      discount: 0,
      shipping: 0,
      tax: 0,
      coupon_orders: 0,
      returning_orders: 0,
      refunded: 0,
    })
    expect(dashboard.range.to).toBe(day())
    expect(dashboard.previous_range === null).toBe(range === 'all')
    expect(dashboard.top_products).toEqual([])
    expect(dashboard.top_categories).toEqual([])
  }
  expect((await read()).shop).toEqual({
    revenue: 0,
    inventory_cost: 0,
    potential_profit: 0,
    products_without_cost: 0,
    low_stock: 0,
    low_stock_products: [],
  })
})

test('days are those of the shop’s time zone, also of what was sold before it was set', async () => {
  const { shop, admin, read, day } = await givenShop()
  const serum = await givenProduct(shop.db, { price: 20, stock: 100 })
  const id = await sell(admin, shop.visitor(), [[serum, 1]])
  const today = async () => {
    const { range, days, top_products } = await read('?range=today')
    return [range.to, days[0]?.revenue, top_products.length]
  }
  expect(await today()).toEqual([day(), 20, 1])

  // Whatever the hour in Greenwich, in one of the two it is another day.
  const isEarly = shop.clock.now().getUTCHours() < 10
  const setting_value = isEarly ? 'Pacific/Niue' : 'Pacific/Kiritimati'
  const saved = await admin.put('/site_settings/time_zone', { setting_value, version: 0 })
  expect(saved.status).toBe(200)
  const next = isEarly ? day(1) : day(-1)
  expect(await today()).toEqual([next, 20, 1])
  expect((await read(`?range=custom&from=${day()}&to=${day()}`)).total.revenue).toBe(0)
  expect((await read('?range=today')).orders_by_status).toContainEqual({
    status: 'completed',
    orders: 1,
  })
  const placed = async (on: string) =>
    (await admin.get(`/orders/all?from=${on}&to=${on}`)).body.items.map((one: Line) => one.id)
  expect(await placed(next)).toEqual([id])
  expect(await placed(day())).toEqual([])
  await sell(admin, shop.visitor(), [[serum, 2]])
  expect(await today()).toEqual([next, 60, 1])
  expect(await checkInvariants(shop.db)).toEqual([])
})

// Shows B9.2
test('revenue, top sellers and categories count orders that were completed and are not cancelled', async () => {
  const { shop, admin, read, day } = await givenShop()
  await givenCategory(shop.db, 'Serums')
  const serum = await givenProduct(shop.db, { price: 20.1, stock: 100, category: 'Serums' })
  const cream = await givenProduct(shop.db, { price: 35.55, stock: 100 })
  const coupon = await givenCoupon(shop.db, { discount_amount: 5 })

  const loyal = shop.visitor()
  await loyal.signIn(await givenProfile(shop.db))
  await sell(admin, loyal, [[serum, 1]])
  shop.clock.advance({ days: 40 })
  // 3 × 20.10 = 60.30, minus 5.00.
  const shipped = await sell(admin, loyal, [[serum, 3]], { coupon: coupon.code, discount: 5 })
  await setStatus(admin, shipped, 'shipped')
  // 20.10 + 2 × 35.55 = 91.20.
  const cancelled = await sell(admin, shop.visitor(), [
    [serum, 1],
    [cream, 2],
  ])
  // 35.55
  await sell(admin, shop.visitor(), [[cream, 1]])
  // Never paid.
  await shop.visitor().place(orderRequest([{ product_id: cream.id, quantity: 1 }], 35.55))

  expect((await read()).total.revenue).toBe(182.05)
  await setStatus(admin, cancelled, 'cancelled')
  const dashboard = await read()
  expect(dashboard.total).toEqual({
    orders: 2,
    revenue: 90.85,
    discount: 5,
    shipping: 0,
    tax: 0,
    coupon_orders: 1,
    returning_orders: 1,
    refunded: 0,
  })
  expect(dashboard.days).toHaveLength(30)
  expect(dashboard.days.at(-1)).toMatchObject({ day: day(), orders: 2, revenue: 90.85 })
  // 40 days ago is in the 30 days before these 30.
  expect(dashboard.previous_total).toMatchObject({ orders: 1, revenue: 20.1 })
  expect(dashboard.top_products.map(({ id, units, revenue }) => ({ id, units, revenue }))).toEqual([
    { id: serum.id, units: 3, revenue: 60.3 },
    { id: cream.id, units: 1, revenue: 35.55 },
  ])
  expect(dashboard.top_categories).toEqual([
    { category: 'Serums', units: 3, revenue: 60.3 },
    { category: null, units: 1, revenue: 35.55 },
  ])
  const byStatus = Object.fromEntries(
    dashboard.orders_by_status.map(({ status, orders }) => [status, orders]),
  )
  expect(byStatus).toEqual({ pending: 1, processing: 0, shipped: 1, completed: 1, cancelled: 1 })

  const all = await read('?range=all')
  expect(all.shop.revenue).toBe(110.95)
  expect(all.total.revenue).toBe(110.95)
  expect(all.days).toHaveLength(41)
  expect(all.top_products[0]).toMatchObject({ id: serum.id, units: 4, revenue: 80.4 })

  // Out of `cancelled` it counts again.
  await setStatus(admin, cancelled, 'processing')
  expect((await read('?range=today')).total).toMatchObject({ orders: 3, revenue: 182.05 })
  expect(await shop.findings()).toEqual([])

  const custom = await read(`?range=custom&from=${day(40)}&to=${day(1)}`)
  expect(custom.total.revenue).toBe(20.1)
  expect(custom.top_products).toHaveLength(1)
  expect(custom.previous_range).toEqual({ from: day(80), to: day(41) })

  const csv = await admin.send('GET', `/api/export/sales.csv?from=${day(1)}&to=${day()}`)
  expect((await csv.text()).trim().split('\n').slice(1)).toEqual([
    `"${day(1)}","0","0.00","0.00","0.00","0","0","0.00","0.00"`,
    `"${day()}","3","182.05","0.00","5.00","1","1","0.00","0.00"`,
  ])
})

test('a category has what was sold in it: it may be renamed, products may leave it; deleted, it is none', async () => {
  const { shop, admin, read } = await givenShop()
  const category = await givenCategory(shop.db, 'Serums')
  await givenCategory(shop.db, 'Oils')
  const serum = await givenProduct(shop.db, { price: 20, stock: 100, category: 'Serums' })
  const best = async () =>
    (await read()).top_categories.map(({ category, units }) => [category, units])
  await sell(admin, shop.visitor(), [[serum, 3]])
  await shop.db.execute(sql`update products set category = 'Oils'`)
  await sell(admin, shop.visitor(), [[serum, 1]])
  expect(await best()).toEqual([
    ['Serums', 3],
    ['Oils', 1],
  ])
  await shop.db.execute(sql`update categories set name = 'Ampoules' where id = ${category.id}`)
  expect(await best()).toEqual([
    ['Ampoules', 3],
    ['Oils', 1],
  ])
  await shop.db.execute(sql`delete from categories where id = ${category.id}`)
  expect(await best()).toEqual([
    [null, 3],
    ['Oils', 1],
  ])
  expect(await shop.findings()).toEqual([])
})

test('refunds are a figure beside revenue, and only those of orders that count', async () => {
  const { shop, admin, read } = await givenShop()
  const serum = await givenProduct(shop.db, { price: 50, stock: 100 })
  const pay = async () => {
    const buyer = shop.visitor()
    const { body: order } = await buyer.place(
      orderRequest([{ product_id: serum.id, quantity: 1 }], 50),
    )
    const { body } = await buyer.link(order)
    const session = /\/checkout\/([^?]+)/.exec(body.paymentUrl)?.[1] ?? ''
    const { payment } = await shop.simulator.control.pay(session)
    return { order_id: order.id as string, payment_id: payment?.id ?? '' }
  }
  const refund = (payment_id: string, amount: number) =>
    admin.post(`/payments/${payment_id}/refunds`, { amount })

  const paid = await pay()
  const cancelled = await pay()
  expect((await refund(paid.payment_id, 12.34)).status).toBe(200)
  expect((await refund(cancelled.payment_id, 50)).status).toBe(200)
  await setStatus(admin, cancelled.order_id, 'cancelled')
  expect((await read('?range=today')).total).toMatchObject({
    orders: 1,
    revenue: 50,
    refunded: 12.34,
  })
})

// Shows B2.22, B9.1, B9.3
test('the stock: cost, possible profit, and what runs low', async () => {
  const { shop, read } = await givenShop()
  await givenProduct(shop.db, { name: 'Rose oil', price: 20, cost_price: 8.05, stock: 10 })
  await givenProduct(shop.db, { name: 'Loss', price: 10, cost_price: 12, stock: 3 })
  await givenProduct(shop.db, { name: 'No cost', price: 35.5, stock: 12 })
  await givenProduct(shop.db, { name: 'Gone', price: 5, cost_price: 1, stock: 0 })
  const archived_at = new Date().toISOString()
  await givenProduct(shop.db, { price: 99, cost_price: 50, stock: 9, archived_at })
  expect((await read()).shop).toMatchObject({
    // 10 × 8.05 + 3 × 12
    inventory_cost: 116.5,
    // 10 × 11.95 + 3 × -2
    potential_profit: 113.5,
    products_without_cost: 1,
    low_stock: 2,
    low_stock_products: [
      { name: 'Gone', stock: 0 },
      { name: 'Loss', stock: 3 },
    ],
  })
})

test('figures: what waits for the owner and what is not set up', async () => {
  const { shop, admin } = await givenShop()
  const serum = await givenProduct(shop.db, { stock: 30 })
  const figures = async () => (await admin.get('/insights/figures')).body
  expect(await figures()).toEqual({
    orders_to_ship: 0,
    payments_attention: 0,
    low_stock: 0,
    contact_messages_new: 0,
    reviews_unanswered: 0,
    chats_unread: 0,
    campaigns_to_decide: 0,
    payment: 'ready',
    mail: 'missing',
    backup: 'ready',
  })
  const sold = await sell(admin, shop.visitor(), [[serum, 25]])
  await shop.visitor().post('/contact_messages', {
    name: 'Iris',
    email: 'iris@example.com',
    phone: null,
    message: 'Is the serum vegan?',
  })
  expect(await figures()).toMatchObject({
    orders_to_ship: 1,
    low_stock: 1,
    contact_messages_new: 1,
  })
  await setStatus(admin, sold, 'shipped')
  expect(await figures()).toMatchObject({ orders_to_ship: 0 })
  expect((await shop.visitor().get('/insights/figures')).status).toBe(401)
  expect((await admin.get('/insights/dashboard?range=custom&from=2026-02-02')).status).toBe(400)
})
