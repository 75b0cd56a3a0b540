import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { givenProduct } from '#server/testing/factories.ts'
import {
  countJobs,
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
} from '#server/testing/order-factories.ts'
import { readOrder } from '../orders/index.ts'
import { payments, webhook_events } from './payments.table.ts'
import { reconcilePayments } from './reconcile.ts'

vi.setConfig({ testTimeout: 300_000 })

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
const notice = (session: string, change: object = {}) =>
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
  expect(await countJobs(shop.db, 'order-paid', order.id)).toBe(1)
  expect(await paymentsOf(order.id)).toMatchObject([
    { status: 'settled', amount: 38.5, unchecked: false },
  ])
})

test('1,000 copies of one notice, fifty at a time: one completion, one mail', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ webhook: { timing: 'never' } })
  const { payment } = await pay(session)
  const sent = await shop.simulator.control.sendWebhook(payment!.id, { copies: 1000 })
  expect(sent).toHaveLength(1000)
  expect(
    sent.filter(({ state, http_status }) => state === 'answered' && http_status !== 200),
  ).toEqual([])
  expect((await orderNow(order.id)).status).toBe('completed')
  expect(await countJobs(shop.db, 'order-paid', order.id)).toBe(1)
  expect(await paymentsOf(order.id)).toHaveLength(1)
  expect(await shop.findings()).toEqual([])
})

test('the session is found under every name that the provider may give it, and told twice it counts once', async () => {
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
    // The same payment in other words is another notice, but no other payment.
    await shop.simulator.control.sendWebhook(payment!.id, { sessionKey: 'Data', copies: 3 })
    expect(await countJobs(shop.db, 'order-paid', order.id)).toBe(1)
    expect(await paymentsOf(order.id)).toHaveLength(1)
  }
})

test('no forged, cut, changed or stale notice is accepted or even stored', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  const body = notice(session)
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

test('rightly signed notices about other sites, other things or nothing are answered with 200 and change nothing', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  const bodies = [
    notice(crypto.randomUUID()),
    notice(session, { type: 'REFUND' }),
    notice(session, { status: 'SOMETHING' }),
    '{}',
    '[]',
    'not json',
    '',
  ]
  for (const body of bodies) expect((await send(body, sign(body))).status, body).toBe(200)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect((await send('x'.repeat(70_000), 'x')).status).toBe(413)
})

test('a signed notice of a payment that the provider does not know waits; the order stays unpaid', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  const body = notice(session)
  expect((await send(body, sign(body))).status).toBe(200)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect(await paymentsOf(order.id)).toEqual([])
})

test('a declined card is noted and told of once; another card then completes the order', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  await pay(session, DECLINED_CARD)
  await pay(session, DECLINED_CARD)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect(await countJobs(shop.db, 'order-news', order.id)).toBe(1)
  await pay(session)
  expect((await orderNow(order.id)).status).toBe('completed')
  // A late word about a decline does not undo a paid order.
  const declined = shop.simulator.control
    .ledger()
    .payments.find((one) => one.result === 'FAIL' && one.session_id === session)
  await shop.simulator.control.sendWebhook(declined!.id, { sessionKey: 'data' })
  expect((await orderNow(order.id)).status).toBe('completed')
  expect(await countJobs(shop.db, 'order-news', order.id)).toBe(1)
})

test('two pages of one order both paid: the second payment is shown to a person, the order completed once', async () => {
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
  expect(await countJobs(shop.db, 'order-paid', order.id)).toBe(1)
  expect(await shop.findings()).toEqual([])
})

test('another amount than the total completes nothing and is shown to a person', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ payments: { amountDelta: -100 } })
  await pay(session)
  expect((await orderNow(order.id)).status).toBe('pending')
  expect(await paymentsOf(order.id)).toMatchObject([
    { status: 'needs-attention', attention_reason: 'wrong-amount', amount: 37.5 },
  ])
})

test('a payment of another merchant completes nothing and is shown to a person', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  const body = notice(session, { merchantId: 'MERCHANTOTHER' })
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

test('when the books show the payment only later, the notice waits for them', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ payments: { notFoundForMs: 20_000 } })
  await pay(session)
  expect((await orderNow(order.id)).status).toBe('pending')
  shop.clock.advance({ seconds: 30 })
  await reconcilePayments(shop)
  expect((await orderNow(order.id)).status).toBe('completed')
})

test('when the books cannot be read, the signature completes the order, and they are read later', async () => {
  for (const fault of ['401', '403', '500', 'drop'] as const) {
    const { order, session } = await givenOpenPage(shop, serum)
    switchTo({ faults: [{ on: 'payments', fault }] })
    await pay(session)
    expect((await orderNow(order.id)).status, fault).toBe('completed')
    expect(await paymentsOf(order.id)).toMatchObject([{ status: 'settled', unchecked: true }])
    switchTo({ faults: [] })
    await reconcilePayments(shop)
    expect(await paymentsOf(order.id)).toMatchObject([{ unchecked: false, attention_reason: null }])
  }
})

test('books that later deny what was signed are shown to a person; the order waits for their decision', async () => {
  const { order, session } = await givenOpenPage(shop, serum)
  switchTo({ faults: [{ on: 'payments', fault: '403' }] })
  await pay(session)
  switchTo({ faults: [], payments: { result: 'VOIDED' } })
  await reconcilePayments(shop)
  expect(await paymentsOf(order.id)).toMatchObject([
    { status: 'settled', attention_reason: 'not-confirmed' },
  ])
  expect((await orderNow(order.id)).status).toBe('completed')
  expect(await shop.findings()).toEqual([])
})
