import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { givenProduct } from '#server/testing/factories.ts'
import {
  countConfirmations,
  givenOpenPage,
  givenOpenPages,
  givenPayableShop,
  type PayableShop,
} from '#server/testing/order-factories.ts'
import { readOrder } from '../orders/index.ts'
import { expireOrders } from './expire-orders.ts'
import { payments, webhook_events } from './payments.table.ts'
import { reconcilePayments } from './reconcile.ts'

let shop: PayableShop

beforeAll(async () => {
  shop = await givenPayableShop()
})

beforeEach(() => {
  shop.simulator.control.reset()
  shop.simulator.control.set({ webhook: { url: shop.webhookUrl } })
})

const statusOf = async (id: string) => (await readOrder(shop.db, id))?.status
const stockOf = async (id: string) =>
  (await shop.db.select().from(products).where(eq(products.id, id)))[0]?.stock
const paymentsOf = (id: string) => shop.db.select().from(payments).where(eq(payments.order_id, id))
const withoutEvents = { webhook: { timing: 'never' as const } }

test('60 payments without a webhook event are all settled by the reconciliation', async () => {
  shop.simulator.control.set(withoutEvents)
  const open = await givenOpenPages(shop, 60)
  await Promise.all(open.map(({ session }) => shop.simulator.control.pay(session)))
  expect(await shop.db.$count(webhook_events)).toBe(0)

  await Promise.all([reconcilePayments(shop), reconcilePayments(shop)])
  const ids = open.map(({ order }) => order.id)
  const { rows } = await shop.db.execute<{ completed: number }>(
    sql`select count(*)::int as completed from orders where id = any(${sql.param(ids)}) and status = 'completed'`,
  )
  expect(rows[0]?.completed).toBe(60)
  expect(await countConfirmations(shop.db)).toBe(60)
  expect(await shop.findings()).toEqual([])
})

test('an order that is still unpaid after twenty minutes is cancelled and gives everything back', async () => {
  const toner = await givenProduct(shop.db, { price: 10, stock: 5 })
  const { order, buyer } = await givenOpenPage(shop, toner, 2)
  shop.clock.advance({ minutes: 19 })
  await expireOrders(shop)
  expect(await statusOf(order.id)).toBe('pending')
  shop.clock.advance({ minutes: 2 })
  await expireOrders(shop)
  expect(await statusOf(order.id)).toBe('cancelled')
  expect(await stockOf(toner.id)).toBe(5)
  expect((await buyer.complete(order.id)).body).toMatchObject({ success: false, state: 'closed' })
})

test('before an order is cancelled the provider is asked one last time', async () => {
  const toner = await givenProduct(shop.db, { price: 10, stock: 5 })
  const { order, session } = await givenOpenPage(shop, toner)
  shop.simulator.control.set(withoutEvents)
  await shop.simulator.control.pay(session)
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  expect(await statusOf(order.id)).toBe('completed')
})

test('a provider that does not answer does not delay the release of stock; the payment found later needs attention', async () => {
  const toner = await givenProduct(shop.db, { price: 10, stock: 5 })
  const { order, session } = await givenOpenPage(shop, toner)
  shop.simulator.control.set(withoutEvents)
  await shop.simulator.control.pay(session)
  shop.simulator.control.set({ faults: [{ on: 'any', fault: '500' }] })
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  expect(await statusOf(order.id)).toBe('cancelled')
  await reconcilePayments(shop)

  shop.simulator.control.set({ faults: [] })
  shop.clock.advance({ minutes: 90 })
  await reconcilePayments(shop)
  expect(await statusOf(order.id)).toBe('cancelled')
  expect(await paymentsOf(order.id)).toMatchObject([
    { attention_reason: 'late', status: 'needs-attention' },
  ])
  expect(await shop.findings()).toEqual([])
})

test('a page paid after the hold ended, when the last unit is sold, oversells nothing', async () => {
  const last = await givenProduct(shop.db, { price: 10, stock: 1 })
  const { order, session } = await givenOpenPage(shop, last)
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  const other = await givenOpenPage(shop, last)
  await shop.simulator.control.pay(other.session)
  await shop.simulator.control.pay(session, undefined, { late: true })
  expect(await statusOf(order.id)).toBe('cancelled')
  expect(await statusOf(other.order.id)).toBe('completed')
  expect(await stockOf(last.id)).toBe(0)
  expect(await paymentsOf(order.id)).toMatchObject([
    { attention_reason: 'late', status: 'needs-attention' },
  ])
  expect(await shop.findings()).toEqual([])
})

test('an order whose payment is still pending at the provider is not cancelled', async () => {
  const toner = await givenProduct(shop.db, { price: 10, stock: 5 })
  const { order, session } = await givenOpenPage(shop, toner)
  shop.clock.advance({ minutes: 14 })
  shop.simulator.control.set({ payments: { result: 'PENDING' } })
  await shop.simulator.control.pay(session)
  shop.clock.advance({ minutes: 7 })
  await expireOrders(shop)
  expect(await statusOf(order.id)).toBe('pending')
  shop.simulator.control.set({ payments: { result: 'SUCCESS' } })
  await expireOrders(shop)
  expect(await statusOf(order.id)).toBe('completed')
})

test('a payment whose note names an order that we do not have needs attention', async () => {
  const toner = await givenProduct(shop.db, { price: 10, stock: 5 })
  const { order, session } = await givenOpenPage(shop, toner)
  shop.simulator.control.set(withoutEvents)
  const { payment } = await shop.simulator.control.pay(session)
  for (const table of ['payment_pages', 'stock_movements', 'order_items']) {
    await shop.db.execute(sql`delete from ${sql.identifier(table)} where order_id = ${order.id}`)
  }
  await shop.db.execute(sql`delete from orders where id = ${order.id}`)
  await shop.db.execute(sql`update products set stock = 5 where id = ${toner.id}`)
  // Another page is still open, so the provider is asked.
  await givenOpenPage(shop, toner)
  await reconcilePayments(shop)
  const [entered] = await shop.db
    .select()
    .from(payments)
    .where(eq(payments.payment_id, payment?.id ?? ''))
  expect(entered).toMatchObject({
    order_id: null,
    status: 'needs-attention',
    attention_reason: 'unknown-order',
  })
  expect(await shop.findings()).toEqual([])
})

test('more overdue orders than a batch holds are cancelled in one run', async () => {
  const soap = await givenProduct(shop.db, { price: 10, stock: 520 })
  const at = shop.now().toISOString()
  await shop.db.execute(sql`
    with placed as (
      insert into orders (subtotal, total, hold_until, created_at)
      select 10, 10, ${at}::timestamptz + n * interval '1 millisecond', ${at}::timestamptz
      from generate_series(1, 520) as n returning id
    ), lines as (
      insert into order_items (order_id, product_id, quantity, price, name)
      select id, ${soap.id}::uuid, 1, 10, 'Soap' from placed
    ), events as (
      insert into order_events (order_id, to_status, actor, reason, created_at)
      select id, 'pending', 'customer', 'Order placed', ${at}::timestamptz from placed
    ), taken as (
      insert into stock_movements (product_id, change, reason, order_id)
      select ${soap.id}::uuid, -1, 'ordered', id from placed
    )
    update products set stock = 0 where id = ${soap.id}::uuid`)
  expect(await shop.findings()).toEqual([])
  shop.clock.advance({ minutes: 1 })
  await expireOrders(shop)
  const { rows } = await shop.db.execute(sql`
    select status, count(*)::int from orders join order_items on order_items.order_id = orders.id
    where product_id = ${soap.id}::uuid group by status`)
  expect(rows).toEqual([{ status: 'cancelled', count: 520 }])
  const [row] = await shop.db.select().from(products).where(eq(products.id, soap.id))
  expect(row?.stock).toBe(520)
  expect(await shop.findings()).toEqual([])
})
