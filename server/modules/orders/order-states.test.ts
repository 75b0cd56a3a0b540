import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { asc, eq } from 'drizzle-orm'
import { beforeAll, expect, test, vi } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { mails } from '#server/modules/mail/mail.table.ts'
import { expireOrders } from '#server/modules/payments/expire-orders.ts'
import { givenAdmin, givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  address,
  countJobs,
  givenCoupon,
  givenOpenPage,
  givenPayableShop,
  orderRequest,
  type PayableShop,
  placed,
  type Visitor,
} from '#server/testing/order-factories.ts'
import { guestKey } from './guest-access.ts'
import { coupons, order_events } from './orders.table.ts'
import { readOrder } from './read-orders.ts'

let shop: PayableShop
let admin: Visitor
let adminId: string

beforeAll(async () => {
  shop = await givenPayableShop({ workers: true })
  admin = shop.visitor()
  const profile = await givenAdmin(shop.db)
  adminId = profile.id
  await admin.signIn(profile)
})

const setStatus = (id: string, status: string, more: object = {}) =>
  admin.put(`/orders/${id}/status`, { status, ...more })
const productNow = async (id: string) =>
  (await shop.db.select().from(products).where(eq(products.id, id)))[0]
const mailed = async (order_id: string, template: string) => {
  const cause = { 'order-confirmation': 'order-paid' }[template] ?? template
  return vi.waitFor(
    async () => {
      const all = await shop.db.select().from(mails).where(eq(mails.template, template))
      const mail = all.find((one) => one.cause?.startsWith(`${cause}:${order_id}`))
      expect(mail, template).toBeDefined()
      return mail!
    },
    { timeout: 90_000, interval: 100 },
  )
}

const eventsOf = async (order_id: string) =>
  (
    await shop.db
      .select()
      .from(order_events)
      .where(eq(order_events.order_id, order_id))
      .orderBy(asc(order_events.id))
  ).map(({ from_status, to_status, actor, actor_id, reason }) => ({
    change: `${from_status ?? 'new'} > ${to_status}`,
    actor,
    actor_id,
    reason,
  }))

test('every change of status is recorded with who made it and why', async () => {
  const serum = await givenProduct(shop.db, { price: 20, stock: 10 })
  const { order, session } = await givenOpenPage(shop, serum)
  await shop.simulator.control.pay(session)
  await setStatus(order.id, 'shipped')
  await setStatus(order.id, 'shipped', { tracking_number: 'TRACK1' })
  const payment_id = (await readOrder(shop.db, order.id))?.payment_id
  const placed_by = { actor: 'customer', actor_id: null, reason: 'Order placed' }
  expect(await eventsOf(order.id)).toEqual([
    { change: 'new > pending', ...placed_by },
    {
      change: 'pending > completed',
      actor: 'provider',
      actor_id: payment_id,
      reason: 'Payment received',
    },
    {
      change: 'completed > shipped',
      actor: 'admin',
      actor_id: adminId,
      reason: 'Set in the back office',
    },
  ])

  const coupon = await givenCoupon(shop.db, { discount_amount: 100 })
  const line = [{ product_id: serum.id, quantity: 1 }]
  const { body: free } = await shop
    .visitor()
    .place(orderRequest(line, 0, { coupon_code: coupon.code }))
  expect(await eventsOf(free.id)).toEqual([
    { change: 'new > pending', ...placed_by },
    { change: 'pending > completed', actor: 'customer', actor_id: null, reason: 'Nothing to pay' },
  ])

  const unpaid = await placed(shop.visitor(), serum)
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  expect(await eventsOf(unpaid.id)).toEqual([
    { change: 'new > pending', ...placed_by },
    { change: 'pending > cancelled', actor: 'job', actor_id: null, reason: 'Not paid in time' },
  ])
  expect(await shop.findings()).toEqual([])
})

test('no other file writes the status of an order', async () => {
  const server = fileURLToPath(new URL('../../', import.meta.url))
  const files = (await readdir(server, { recursive: true })).filter(
    (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('testing/'),
  )
  const writers: string[] = []
  for (const name of files) {
    const source = await readFile(`${server}/${name}`, 'utf8')
    if (STATUS_WRITES.some((pattern) => pattern.test(source))) writers.push(name)
  }
  expect(writers).toEqual(['modules/orders/order-states.ts'])
})

/** The fields given to Drizzle's or SQL's update of orders, and the columns of an insert. */
const STATUS_WRITES = [
  /update\(orders\)\s*\.set\(((?!\.where)[\s\S])*?\bstatus\b/,
  /insert\(orders\)\s*\.values\(((?!\n {0,4}\S)[\s\S])*?\bstatus\b/,
  /update\s+"?orders"?\s+(o\s+)?set\s((?!where)[^`])*?\bstatus\s*=/i,
  /insert into "?orders"?\s*\([^)]*\bstatus\b/i,
]

// Shows B7.5
test('only an admin changes a status', async () => {
  const serum = await givenProduct(shop.db)
  const buyer = shop.visitor()
  const order = await placed(buyer, serum)
  expect((await buyer.put(`/orders/${order.id}/status`, { status: 'completed' })).status).toBe(401)
  await buyer.signIn(await givenProfile(shop.db))
  expect((await buyer.put(`/orders/${order.id}/status`, { status: 'completed' })).status).toBe(403)
  expect((await setStatus(crypto.randomUUID(), 'completed')).status).toBe(404)
  expect((await setStatus(order.id, 'lost')).status).toBe(400)
})

test('from payment to the door: confirmation with invoice, shipping with tracking, delivery, each mailed once', async () => {
  const serum = await givenProduct(shop.db, { name: 'Rosehip Renewal', price: 38.5 })
  const { order, session, buyer } = await givenOpenPage(shop, serum)
  await shop.simulator.control.pay(session)
  const confirmation = await mailed(order.id, 'order-confirmation')
  expect(confirmation.to_address).toBe(address.email)
  expect(confirmation.html).toContain('Rosehip Renewal')
  expect(confirmation.html).toContain(`/order/${order.id}?key=${guestKey(shop.config, order.id)}`)
  expect(confirmation.attachments).toMatchObject([{ type: 'application/pdf' }])

  await setStatus(order.id, 'processing')
  const tracking = { tracking_number: 'TRACK42', tracking_link: 'https://post.example/TRACK42' }
  expect((await setStatus(order.id, 'shipped', tracking)).body).toMatchObject({
    status: 'shipped',
    ...tracking,
  })
  await setStatus(order.id, 'shipped')
  expect((await mailed(order.id, 'order-shipped')).html).toContain('TRACK42')
  await setStatus(order.id, 'completed')
  await mailed(order.id, 'order-delivered')
  expect(await countJobs(shop.db, 'order-news', order.id)).toBe(2)
  expect((await buyer.get(`/orders/${order.id}`)).body.payment_id).not.toBeNull()
  expect(await shop.findings()).toEqual([])
})

test('a link that is no web address is refused', async () => {
  const order = await placed(shop.visitor(), await givenProduct(shop.db))
  const { status } = await setStatus(order.id, 'shipped', { tracking_link: 'javascript:alert(1)' })
  expect(status).toBe(400)
})

test('cancelling gives stock and coupon use back once; coming back takes them again, or is refused', async () => {
  const last = await givenProduct(shop.db, { price: 20, stock: 1 })
  const coupon = await givenCoupon(shop.db, { max_uses: 1 })
  const uses = async () =>
    (await shop.db.select().from(coupons).where(eq(coupons.id, coupon.id)))[0]?.current_uses
  const line = [{ product_id: last.id, quantity: 1 }]
  const { body: order } = await shop
    .visitor()
    .place(orderRequest(line, 18, { coupon_code: coupon.code }))
  for (const _ of [1, 2, 3]) await setStatus(order.id, 'cancelled')
  expect([(await productNow(last.id))?.stock, await uses()]).toEqual([1, 0])
  await mailed(order.id, 'order-cancelled')

  expect((await setStatus(order.id, 'processing')).body.status).toBe('processing')
  expect([(await productNow(last.id))?.stock, await uses()]).toEqual([0, 1])

  await setStatus(order.id, 'cancelled')
  await placed(shop.visitor(), last)
  const refused = await setStatus(order.id, 'pending')
  expect(refused).toMatchObject({
    status: 409,
    body: { code: 'OUT_OF_STOCK', data: { product_ids: [last.id] } },
  })
  expect(await uses()).toBe(0)
  expect(await shop.findings()).toEqual([])
})

// Shows B4.3, B7.5
test('every sequence of statuses leaves the data consistent', async () => {
  const serum = await givenProduct(shop.db, { price: 20, stock: 50 })
  const statuses = ORDER_STATUSES
  const paid = await givenOpenPage(shop, serum)
  await shop.simulator.control.pay(paid.session)
  const unpaid = await placed(shop.visitor(), serum, 2)
  for (const id of [paid.order.id, unpaid.id]) {
    for (const from of statuses) {
      for (const to of statuses) {
        expect((await setStatus(id, from)).status).toBe(200)
        expect((await setStatus(id, to)).body.status).toBe(to)
        expect(await shop.findings()).toEqual([])
      }
    }
    await setStatus(id, 'completed')
  }
  expect(await productNow(serum.id)).toMatchObject({ stock: 47, units_sold: 3 })
})

test('an order that an admin set to completed by hand is not cancelled by the clock, and asks no second payment', async () => {
  const serum = await givenProduct(shop.db, { price: 20, stock: 5 })
  const { order, session } = await givenOpenPage(shop, serum)
  await setStatus(order.id, 'completed')
  shop.clock.advance({ minutes: 30 })
  await expireOrders(shop)
  await shop.simulator.control.pay(session, undefined, { late: true })
  const { body } = await admin.get('/payments/attention')
  expect(body.items[0]).toMatchObject({
    attention_reason: 'second-payment',
    order: { id: order.id },
  })
  expect(await shop.findings()).toEqual([])
})

test('a guest opens the order with the link of the mail, downloads the invoice, and nobody else does', async () => {
  const serum = await givenProduct(shop.db)
  const { order, session } = await givenOpenPage(shop, serum)
  const elsewhere = shop.visitor()
  const key = guestKey(shop.config, order.id)
  expect((await elsewhere.get(`/orders/${order.id}/invoice?key=${key}`)).status).toBe(404)
  await shop.simulator.control.pay(session)
  expect((await elsewhere.get(`/orders/${order.id}?key=${key}`)).status).toBe(200)
  // The link has left a cookie, so the rest works without it.
  const invoice = await elsewhere.send('GET', `/api/orders/${order.id}/invoice`)
  expect(invoice.headers.get('content-type')).toBe('application/pdf')
  expect(invoice.headers.get('content-disposition')).toContain('INV-')
  expect((await invoice.text()).startsWith('%PDF-')).toBe(true)
  expect((await shop.visitor().get(`/orders/${order.id}/invoice`)).status).toBe(404)
})

test('a declined card sends a mail with a link to pay again', async () => {
  const { order, session } = await givenOpenPage(shop, await givenProduct(shop.db))
  await shop.simulator.control.pay(session, '4005571702222222')
  const mail = await vi.waitFor(
    async () => {
      const [found] = await shop.db
        .select()
        .from(mails)
        .where(eq(mails.cause, `payment-failed:${order.id}`))
      expect(found).toBeDefined()
      return found!
    },
    { timeout: 90_000, interval: 100 },
  )
  expect(mail.html).toContain(`/order/${order.id}?key=`)
})
