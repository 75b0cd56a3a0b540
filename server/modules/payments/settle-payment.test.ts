import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { untilBlocked } from '#server/testing/eventually.ts'
import { givenProduct } from '#server/testing/factories.ts'
import {
  countConfirmations,
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
} from '#server/testing/order-factories.ts'
import { readOrder } from '../orders/index.ts'
import { orders } from '../orders/orders.table.ts'
import { expireOrders } from './expire-orders.ts'
import { payment_declines, payment_pages, payments } from './payments.table.ts'
import { isUnconfirmed, type Paid, recordDecline, settlePayment } from './settle-payment.ts'

const MERCHANT = 'MERCHANTSIM01'

let shop: PayableShop
let serum: Awaited<ReturnType<typeof givenProduct>>
let logged: { msg: string; payment_id: string; order_id: string; reason: string }[]

beforeAll(async () => {
  shop = await givenPayableShop()
  serum = await givenProduct(shop.db, { price: 38.5, stock: 5000 })
})

beforeEach(() => {
  logged = []
})

const newPaymentId = () => `PAY${crypto.randomUUID().slice(0, 10)}`

function settle(paid: Pick<Paid, 'order_id'> & Partial<Paid>) {
  const log = createLog('error', { write: (line) => logged.push(JSON.parse(line)) })
  return settlePayment(
    { ...shop, log },
    {
      payment_id: newPaymentId(),
      merchant_id: MERCHANT,
      amount_cents: 3850,
      checkout_session_id: null,
      confirmed: true,
      ...paid,
    },
  )
}

const paymentNow = async (id: string) =>
  (await shop.db.select().from(payments).where(eq(payments.payment_id, id)))[0]

/** A second page of the order, opened for another account of the shop. */
async function givenPageOfOtherMerchant(order_id: string) {
  const checkout_session_id = crypto.randomUUID()
  await shop.db.insert(payment_pages).values({
    checkout_session_id,
    order_id,
    merchant_id: 'OTHER',
    amount: 38.5,
    href: 'https://example.com/other',
    expires_at: shop.now().toISOString(),
  })
  return checkout_session_id
}

test('a confirmed payment settles its order; the same one again is known, and neither is logged', async () => {
  const { order } = await givenOpenPage(shop, serum)
  const paid = { order_id: order.id, payment_id: newPaymentId() }
  expect(await settle(paid)).toBe('settled')
  expect(await settle(paid)).toBe('known')
  expect(await settle({ ...paid, confirmed: false })).toBe('known')
  expect((await readOrder(shop.db, order.id))?.completed_at).not.toBeNull()
  expect(await countConfirmations(shop.db, order.id)).toBe(1)
  expect(logged).toEqual([])
})

test('each problem has its name, is stored for the admin and logged with payment and order', async () => {
  const { order } = await givenOpenPage(shop, serum)
  const nobody = crypto.randomUUID()
  for (const [reason, paid] of [
    ['unknown-order', { order_id: nobody }],
    ['wrong-merchant', { order_id: order.id, merchant_id: 'OTHER' }],
    ['unconfirmed', { order_id: order.id, confirmed: false }],
    ['wrong-amount', { order_id: order.id, amount_cents: 3851 }],
  ] as const) {
    logged = []
    const payment_id = newPaymentId()
    expect(await settle({ ...paid, payment_id })).toBe(reason)
    expect(await paymentNow(payment_id)).toMatchObject({
      status: 'needs-attention',
      attention_reason: reason,
      order_id: reason === 'unknown-order' ? null : order.id,
    })
    const { order_id } = paid
    expect(logged).toMatchObject([{ msg: 'payment needs attention', payment_id, order_id, reason }])
  }
  expect((await readOrder(shop.db, order.id))?.completed_at).toBeNull()
})

test('an unconfirmed payment is asked about after a minute, and settles once it is confirmed', async () => {
  const { order } = await givenOpenPage(shop, serum)
  const paid = { order_id: order.id, payment_id: newPaymentId() }
  expect(await settle({ ...paid, confirmed: false })).toBe('unconfirmed')
  const stored = await paymentNow(paid.payment_id)
  const due = shop.now().getTime() + 60_000
  expect(new Date(stored?.next_check_at ?? 0).getTime()).toBe(due)
  expect(await settle(paid)).toBe('settled')
  expect(await paymentNow(paid.payment_id)).toMatchObject({
    status: 'settled',
    attention_reason: null,
    next_check_at: null,
  })
})

test('unconfirmed is what the provider has not confirmed, resolved by the admin or not', () => {
  for (const [status, attention_reason, expected] of [
    ['needs-attention', 'unconfirmed', true],
    ['resolved', 'unconfirmed', true],
    ['needs-attention', 'late', false],
    ['settled', 'unconfirmed', false],
    ['settled', null, false],
  ] as const) {
    const payment = { status, attention_reason } as Parameters<typeof isUnconfirmed>[0]
    expect(isUnconfirmed(payment), `${status}, ${attention_reason}`).toBe(expected)
  }
})

test('the merchant is that of the page that was paid, or of any page where the page is not known', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  await givenPageOfOtherMerchant(order.id)
  const paid = { order_id: order.id, checkout_session_id: session }
  expect(await settle({ ...paid, merchant_id: 'OTHER' })).toBe('wrong-merchant')
  expect(await settle({ order_id: order.id })).toBe('settled')
})

test('of two reports of a payment without an order at the same moment, one is stored and logged', async () => {
  const payment_id = newPaymentId()
  let second: Promise<string> | undefined
  await shop.db.transaction(async (tx) => {
    await tx.insert(payments).values({
      payment_id,
      merchant_id: MERCHANT,
      amount: 38.5,
      status: 'needs-attention',
      attention_reason: 'unknown-order',
    })
    second = settle({ payment_id, order_id: crypto.randomUUID() })
    await untilBlocked(shop.db)
  })
  expect(await second).toBe('known')
  expect(logged).toEqual([])
})

test('a second payment never takes the place of one that settled the order', async () => {
  const { order } = await givenOpenPage(shop, serum)
  await shop.db.insert(payments).values({
    payment_id: newPaymentId(),
    order_id: order.id,
    merchant_id: MERCHANT,
    amount: 38.5,
    status: 'settled',
  })
  const payment_id = newPaymentId()
  await expect(settle({ payment_id, order_id: order.id })).rejects.toThrow()
  expect(await paymentNow(payment_id)).toBeUndefined()
})

const declinesOf = (order_id: string) =>
  shop.db.$count(payment_declines, eq(payment_declines.order_id, order_id))
const countDeclineMails = async (order_id: string) => {
  const { rowCount } = await shop.db.execute(sql`
    select from pgboss.job where name = 'order-news'
      and data->>'order_id' = ${order_id} and data->>'about' = 'declined'`)
  return rowCount
}
const decline = (order_id: string, payment_id = newPaymentId()) =>
  recordDecline(shop, { payment_id, order_id, code: 'card_declined' })

test('the first declined card of an order is mailed about, the next are recorded', async () => {
  const { order } = await givenOpenPage(shop, serum)
  const payment_id = newPaymentId()
  await decline(order.id, payment_id)
  expect([await declinesOf(order.id), await countDeclineMails(order.id)]).toEqual([1, 1])
  await decline(order.id, payment_id)
  await decline(order.id)
  expect([await declinesOf(order.id), await countDeclineMails(order.id)]).toEqual([2, 1])
})

test('a decline of an order that can no longer be paid, or that we do not have, is not recorded', async () => {
  const { order } = await givenOpenPage(shop, serum)
  await shop.db
    .update(orders)
    .set({ hold_until: shop.now().toISOString() })
    .where(eq(orders.id, order.id))
  shop.clock.advance({ minutes: 21 })
  await expireOrders(shop)
  expect((await readOrder(shop.db, order.id))?.status).toBe('cancelled')
  await decline(order.id)
  expect([await declinesOf(order.id), await countDeclineMails(order.id)]).toEqual([0, 0])
  await expect(decline(crypto.randomUUID())).resolves.toBeUndefined()
  const paid = (await givenOpenPage(shop, serum)).order
  await settle({ order_id: paid.id })
  await decline(paid.id)
  expect(await declinesOf(paid.id)).toBe(0)
})
