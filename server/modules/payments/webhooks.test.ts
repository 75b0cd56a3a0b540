import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS } from '#contract/time.ts'
import { givenProduct } from '#server/testing/factories.ts'
import {
  countConfirmations,
  countJobs,
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
} from '#server/testing/order-factories.ts'
import { readOrder } from '../orders/index.ts'
import { order_events } from '../orders/orders.table.ts'
import { listAttention } from './attention.ts'
import { expireOrders } from './expire-orders.ts'
import { payments, webhook_events } from './payments.table.ts'
import { reconcilePayments } from './reconcile.ts'

let shop: PayableShop
let serum: Awaited<ReturnType<typeof givenProduct>>

beforeAll(async () => {
  shop = await givenPayableShop()
  serum = await givenProduct(shop.db, { price: 38.5, stock: 5000 })
})

beforeEach(() => {
  shop.simulator.control.reset()
  shop.simulator.control.set({ webhook: { url: shop.webhookUrl } })
})

const DECLINED_CARD = '4005571702222222'
const pay = (session: string, card?: string) => shop.simulator.control.pay(session, card)
const switchTo = (change: Parameters<typeof shop.simulator.control.set>[0]) =>
  shop.simulator.control.set(change)
const orderNow = async (id: string) => (await readOrder(shop.db, id))!
const paymentsOf = (id: string) => shop.db.select().from(payments).where(eq(payments.order_id, id))

const sign = (body: string, { secret = 'sim_signing_secret', seconds = 0 } = {}) => {
  const t = Math.floor(shop.now().getTime() / 1000) + seconds
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}
const send = (body: string, signature?: string) =>
  fetch(shop.webhookUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(signature && { 'clover-signature': signature }),
    },
    body,
  })
const eventFor = (session: string, change: object = {}) =>
  JSON.stringify({
    createdTime: shop.now().getTime(),
    message: 'Approved for 3850',
    status: 'APPROVED',
    type: 'PAYMENT',
    id: `PAY${crypto.randomUUID().slice(0, 8)}`,
    merchantId: 'MERCHANTSIM01',
    checkoutSessionId: session,
    ...change,
  })

test('a paid page completes its order before the buyer is back, with payment id and one confirmation', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  const { payment } = await pay(session)
  const completed = await orderNow(order.id)
  expect(completed).toMatchObject({
    status: 'completed',
    payment_id: payment?.id,
    hold_until: null,
  })
  expect(completed.completed_at).not.toBeNull()
  const events = await shop.db
    .select()
    .from(order_events)
    .where(eq(order_events.order_id, order.id))
  expect(events.find(({ to_status }) => to_status === 'completed')).toMatchObject({
    actor: 'provider',
    actor_id: payment?.id,
    reason: 'Payment received',
  })
  expect(await countConfirmations(shop.db, order.id)).toBe(1)
  expect(await paymentsOf(order.id)).toMatchObject([
    { status: 'settled', amount: 38.5, next_check_at: null },
  ])
})

test('200 copies of one event, fifty at a time: one completion, one mail', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ webhook: { timing: 'never' } })
  const { payment } = await pay(session)
  const sent = await shop.simulator.control.sendWebhook(payment!.id, { copies: 200 })
  expect(sent.filter(({ http_status }) => http_status === 200)).toHaveLength(200)
  expect((await orderNow(order.id)).status).toBe('completed')
  expect(await countConfirmations(shop.db, order.id)).toBe(1)
  expect(await paymentsOf(order.id)).toHaveLength(1)
  expect(await shop.findings()).toEqual([])
})

test('the session is found under every name that the provider may give it, and sent twice it counts once', async () => {
  for (const sessionKey of [
    'data',
    'data.checkoutSessionId',
    'Data',
    'checkoutSessionId',
  ] as const) {
    const { order, session } = await givenOpenPage(shop, serum)
    switchTo({ webhook: { sessionKey, copies: 2 } })
    const { payment } = await pay(session)
    expect((await orderNow(order.id)).status, sessionKey).toBe('completed')
    // The same payment in other words is another event, but no other payment.
    await shop.simulator.control.sendWebhook(payment!.id, { sessionKey: 'Data', copies: 3 })
    expect(await countConfirmations(shop.db, order.id)).toBe(1)
    expect(await paymentsOf(order.id)).toHaveLength(1)
  }
})

test('no forged, cut, changed or stale event is accepted or even stored', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  const body = eventFor(session)
  const right = sign(body)
  const stored = await shop.db.$count(webhook_events)
  const forgeries: [string, string | undefined][] = [
    [body, undefined],
    [body, ''],
    [body, sign(body, { secret: 'not the secret' })],
    [body, sign(body, { secret: '' })],
    [body, right.slice(0, -1)],
    [body, right.slice(0, right.indexOf(','))],
    [body.replace('3850', '3851'), right],
    [` ${body}`, right],
    [body, sign(body, { seconds: -360 })],
    [body, sign(body, { seconds: 360 })],
  ]
  for (const [forged, signature] of forgeries) {
    expect((await send(forged, signature)).status).toBe(401)
  }
  expect(await shop.db.$count(webhook_events)).toBe(stored)
  expect((await orderNow(order.id)).status).toBe('pending')
})

test('signed events about other sites, other things or nothing are answered with 200 and change nothing', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  const bodies = [
    eventFor(crypto.randomUUID()),
    eventFor(session, { type: 'REFUND' }),
    eventFor(session, { status: 'SOMETHING' }),
    '{}',
    '[]',
    'not json',
    '',
  ]
  for (const body of bodies) expect((await send(body, sign(body))).status, body).toBe(200)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect((await send('x'.repeat(70_000), 'x')).status).toBe(413)
})

/** A minute passes, and the reconciliation runs. */
const minutesPass = async (minutes: number) => {
  for (let minute = 0; minute < minutes; minute++) {
    shop.clock.advance({ minutes: 1 })
    await reconcilePayments(shop)
  }
}

test('a signed event of a payment that the provider does not know never completes the order; it is asked for with growing pauses, and shown', async () => {
  for (const message of ['Approved for 3850', 'Approved']) {
    const { order, session } = await givenOpenPage(shop, serum)
    const body = eventFor(session, { message })
    expect((await send(body, sign(body))).status).toBe(200)
    expect(await paymentsOf(order.id)).toMatchObject([
      { status: 'needs-attention', attention_reason: 'unconfirmed', amount: 38.5, checks: 0 },
    ])
    await minutesPass(16)
    // After 1, 3, 7 and 15 minutes.
    expect(await paymentsOf(order.id)).toMatchObject([
      { status: 'needs-attention', attention_reason: 'unconfirmed', checks: 4 },
    ])
    // For a week, to the minute.
    shop.clock.advance({ days: 7, minutes: -16 })
    await reconcilePayments(shop)
    expect((await paymentsOf(order.id))[0]?.next_check_at).not.toBeNull()
    shop.clock.advance({ minutes: 6 * 60 })
    await reconcilePayments(shop)
    expect(await paymentsOf(order.id)).toMatchObject([
      { status: 'needs-attention', checks: 6, next_check_at: null },
    ])
    expect((await orderNow(order.id)).completed_at).toBeNull()
    const { items } = await listAttention(shop.db)
    expect(items.map((one) => one.order_id)).toContain(order.id)
  }
})

test('an order with an unconfirmed payment is not cancelled for a day; confirmed later than that, the payment is late', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ payments: { notFoundForMs: 2 * DAY_MS } })
  await pay(session)
  shop.clock.advance({ minutes: 60 })
  await expireOrders(shop)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect(await shop.findings()).toEqual([])
  shop.clock.advance({ days: 1 })
  await expireOrders(shop)
  expect((await orderNow(order.id)).status).toBe('cancelled')
  shop.clock.advance({ days: 1 })
  await reconcilePayments(shop)
  expect((await orderNow(order.id)).status).toBe('cancelled')
  expect(await paymentsOf(order.id)).toMatchObject([
    { status: 'needs-attention', attention_reason: 'late' },
  ])
})

test('a declined card is recorded and mailed about once; another card then completes the order', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  await pay(session, DECLINED_CARD)
  await pay(session, DECLINED_CARD)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect(await countJobs(shop.db, 'order-news', order.id)).toBe(1)
  await pay(session)
  expect((await orderNow(order.id)).status).toBe('completed')
  // A decline that is reported late does not undo a paid order.
  const declined = shop.simulator.control
    .ledger()
    .payments.find((one) => one.result === 'FAIL' && one.session_id === session)
  await shop.simulator.control.sendWebhook(declined!.id, { sessionKey: 'data' })
  expect((await orderNow(order.id)).status).toBe('completed')
  expect(await countJobs(shop.db, 'order-news', order.id)).toBe(1)
})

test('two pages of one order both paid: the second payment is shown to the admin, the order completed once', async () => {
  const { order, session, buyer } = await givenOpenPage(shop, serum)
  shop.clock.advance({ minutes: 14 })
  const again = await buyer.link(order)
  const second = /checkout\/([^?]+)/.exec(again.body.paymentUrl)?.[1] ?? ''
  expect(second).not.toBe(session)
  await shop.simulator.control.pay(session, undefined, { late: true })
  await pay(second)
  const entered = await paymentsOf(order.id)
  expect(entered.map(({ status, attention_reason }) => [status, attention_reason]).sort()).toEqual([
    ['needs-attention', 'second-payment'],
    ['settled', null],
  ])
  expect(await countConfirmations(shop.db, order.id)).toBe(1)
  expect(await shop.findings()).toEqual([])
})

test('another amount than the total completes nothing and is shown to the admin', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ payments: { amountDelta: -100 } })
  await pay(session)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect(await paymentsOf(order.id)).toMatchObject([
    { status: 'needs-attention', attention_reason: 'wrong-amount', amount: 37.5 },
  ])
})

test('a payment of another merchant completes nothing and is shown to the admin', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  const body = eventFor(session, { merchantId: 'MERCHANTOTHER' })
  expect((await send(body, sign(body))).status).toBe(200)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect(await paymentsOf(order.id)).toMatchObject([{ attention_reason: 'wrong-merchant' }])
})

test('a voided payment is none', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ payments: { result: 'VOIDED' } })
  await pay(session)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect(await paymentsOf(order.id)).toEqual([])
})

test('a payment that the provider shows only later completes the order then', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ payments: { notFoundForMs: 20_000 } })
  await pay(session)
  expect((await orderNow(order.id)).status).toBe('pending')
  await minutesPass(1)
  expect((await orderNow(order.id)).status).toBe('completed')
  expect(await countConfirmations(shop.db, order.id)).toBe(1)
})

test('while the provider cannot be asked, the signature alone completes nothing; once it answers, the order is completed', async () => {
  for (const fault of ['401', '403', '500', 'drop'] as const) {
    const { order, session } = await givenOpenPage(shop, serum)
    switchTo({ faults: [{ on: 'payments', fault }] })
    await pay(session)
    expect((await orderNow(order.id)).status, fault).toBe('pending')
    expect(await paymentsOf(order.id)).toMatchObject([
      { status: 'needs-attention', attention_reason: 'unconfirmed' },
    ])
    switchTo({ faults: [] })
    await minutesPass(1)
    expect((await orderNow(order.id)).status, fault).toBe('completed')
    expect(await paymentsOf(order.id)).toMatchObject([
      { status: 'settled', attention_reason: null, next_check_at: null },
    ])
  }
  expect(await shop.findings()).toEqual([])
})

test('an unconfirmed payment that the provider then denies was none', async () => {
  for (const result of ['FAIL', 'VOIDED', 'VOIDING'] as const) {
    const { order, session } = await givenOpenPage(shop, serum)
    switchTo({ faults: [{ on: 'payments', fault: '403' }], payments: { result: 'SUCCESS' } })
    await pay(session)
    switchTo({ faults: [], payments: { result } })
    await minutesPass(1)
    expect(await paymentsOf(order.id), result).toMatchObject([
      {
        status: 'resolved',
        resolved_at: expect.any(String),
        attention_reason: 'denied',
        next_check_at: null,
      },
    ])
    expect((await orderNow(order.id)).status).toBe('pending')
  }
})

test('a settled payment that the provider confirms again stays as it is, and is not asked about any more', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  await pay(session)
  await shop.db
    .update(payments)
    .set({ next_check_at: shop.now().toISOString() })
    .where(eq(payments.order_id, order.id))
  await reconcilePayments(shop)
  expect(await paymentsOf(order.id)).toMatchObject([
    { status: 'settled', attention_reason: null, next_check_at: null, checks: 0 },
  ])
  expect(await countConfirmations(shop.db, order.id)).toBe(1)
})

test('a settled payment that the provider denies is shown to the admin; the order waits for that decision', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  await pay(session)
  await shop.db
    .update(payments)
    .set({ next_check_at: shop.now().toISOString() })
    .where(eq(payments.order_id, order.id))
  switchTo({ payments: { result: 'VOIDED' } })
  await reconcilePayments(shop)
  expect(await paymentsOf(order.id)).toMatchObject([
    { status: 'settled', attention_reason: 'denied', resolved_at: null, next_check_at: null },
  ])
  const { items } = await listAttention(shop.db)
  expect(items.map((one) => one.order_id)).toContain(order.id)
  expect((await orderNow(order.id)).status).toBe('completed')
  expect(await shop.findings()).toEqual([])
})
