import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { eventually } from '#server/testing/eventually.ts'
import type { Payment } from './ledger.ts'
import {
  declinedCard,
  givenSession,
  givenShop,
  givenSimulator,
  goodCard,
  type Received,
  submitCard,
} from './testing.ts'
import { signWebhook, webhookBody } from './webhooks.ts'

async function givenBoth(options = {}) {
  const shop = await givenShop()
  const simulator = await givenSimulator({ webhookUrl: shop.url, ...options })
  return { shop, simulator, control: simulator.control }
}

function isSigned({ body, headers }: Received, secret = 'sim_signing_secret') {
  const [, t, v1] = /^t=(\d+),v1=([0-9a-f]{64})$/.exec(String(headers['clover-signature'])) ?? []
  return createHmac('sha256', secret).update(`${t}.${body}`).digest('hex') === v1
}

const ageOf = ({ headers }: Received) =>
  Math.round(Date.now() / 1000) - Number(/^t=(\d+)/.exec(String(headers['clover-signature']))?.[1])

test('body and signature are those of the reference', () => {
  const payment: Payment = {
    id: 'PAYSIM0000001',
    merchant_id: 'MERCHANTSIM01',
    order_id: 'ORDSIM0000001',
    session_id: '0b6f3c1e-4a55-4c0e-9d7a-2f5f1f3a9c10',
    amount: 1999,
    tax_amount: 0,
    result: 'SUCCESS',
    decline_code: null,
    card_type: 'VISA',
    last4: '4242',
    created_time: 1767225600000,
  }
  const body = webhookBody(payment, 'checkoutSessionId')
  expect(Buffer.byteLength(body)).toBe(205)
  expect(signWebhook(body, 'sim_signing_secret', 1767225601)).toBe(
    't=1767225601,v1=b04c9233488528e69a2e1b0d0710fd6e2cadb7e4545c974259cfe3d9cf569bd3',
  )
})

test('the shop hears of an approval before the buyer returns', async () => {
  const { shop, simulator, control } = await givenBoth()
  const session = await givenSession(simulator)
  const answer = await submitCard(simulator, session.id)
  expect(shop.received).toHaveLength(1)
  expect(answer.headers.get('location')).toContain('r=success')
  const [payment] = control.ledger().payments
  expect(JSON.parse(shop.received[0]!.body)).toEqual({
    createdTime: payment!.created_time,
    message: 'Approved for 1999',
    status: 'APPROVED',
    type: 'PAYMENT',
    id: payment!.id,
    merchantId: 'MERCHANTSIM01',
    checkoutSessionId: session.id,
  })
  expect(isSigned(shop.received[0]!)).toBe(true)
  expect(control.webhooks()).toMatchObject([{ state: 'answered', http_status: 200 }])
})

test('a decline is reported, then the buyer is sent to the failure URL', async () => {
  const { shop, simulator } = await givenBoth()
  const session = await givenSession(simulator)
  const answer = await submitCard(simulator, session.id, declinedCard)
  expect(answer.headers.get('location')).toContain('r=failure')
  expect(JSON.parse(shop.received[0]!.body)).toMatchObject({
    status: 'DECLINED',
    message: 'Decline for 1999',
    checkoutSessionId: session.id,
  })
})

test('leaving is reported to nobody', async () => {
  const { shop, simulator } = await givenBoth()
  const { id } = await givenSession(simulator)
  const answer = await fetch(`${simulator.url}/checkout/${id}/leave`, { redirect: 'manual' })
  expect(answer.headers.get('location')).toContain('r=cancel')
  expect(shop.received).toEqual([])
})

test('the buyer can return before the webhook', async () => {
  let redirected = false
  const arrivals: boolean[] = []
  const shop = await givenShop(() => {
    arrivals.push(redirected)
    return 200
  })
  const simulator = await givenSimulator({ webhookUrl: shop.url })
  simulator.control.set({ webhook: { timing: 'after-redirect', delayMs: 50 } })
  const session = await givenSession(simulator)
  await submitCard(simulator, session.id)
  redirected = true
  expect(simulator.control.webhooks()).toMatchObject([{ state: 'delayed' }])
  await simulator.control.idle()
  expect(arrivals).toEqual([true])
})

test('right after the redirect is soon enough when no delay is asked for', async () => {
  const { shop, simulator, control } = await givenBoth()
  control.set({ webhook: { timing: 'after-redirect' } })
  await submitCard(simulator, (await givenSession(simulator)).id)
  await control.idle()
  expect(shop.received).toHaveLength(1)
})

test('the waiting card is approved at once and reported late', async () => {
  const { shop, simulator, control } = await givenBoth()
  control.set({ webhook: { waitCardMs: 30 } })
  const session = await givenSession(simulator)
  await submitCard(simulator, session.id, { ...goodCard, number: '4000000000000077' })
  expect(control.ledger().payments[0]?.result).toBe('SUCCESS')
  expect(shop.received).toEqual([])
  await control.idle()
  expect(shop.received).toHaveLength(1)
})

test('a webhook can never come, and be sent by hand later', async () => {
  const { shop, simulator, control } = await givenBoth()
  control.set({ webhook: { timing: 'never' } })
  const paid = await control.pay((await givenSession(simulator)).id)
  await control.idle()
  expect(shop.received).toEqual([])
  expect(control.webhooks()).toMatchObject([{ state: 'dropped' }])
  await control.sendWebhook(paid.payment!.id)
  expect(shop.received.map(isSignedOnce)).toEqual([true])
})
const isSignedOnce = (received: Received) => isSigned(received)

test('a webhook can come twice', async () => {
  const { shop, simulator, control } = await givenBoth()
  control.set({ webhook: { copies: 2 } })
  await control.pay((await givenSession(simulator)).id)
  expect(shop.received).toHaveLength(2)
  expect(shop.received[0]!.body).toBe(shop.received[1]!.body)
})

test('two hundred copies all arrive', async () => {
  const { shop, simulator, control } = await givenBoth()
  const { payment } = await control.pay((await givenSession(simulator)).id)
  const deliveries = await control.sendWebhook(payment!.id, { copies: 200 })
  expect(deliveries.every((one) => one.http_status === 200)).toBe(true)
  expect(shop.received).toHaveLength(201)
})

test('a signature can be wrong, missing or old', async () => {
  const { shop, simulator, control } = await givenBoth()
  control.set({ webhook: { timing: 'never' } })
  const { payment } = await control.pay((await givenSession(simulator)).id)
  await control.sendWebhook(payment!.id, { signature: 'wrong' })
  await control.sendWebhook(payment!.id, { signature: 'missing' })
  await control.sendWebhook(payment!.id, { timestampOffsetSeconds: -360 })
  expect(shop.received.map(isSignedOnce)).toEqual([false, false, true])
  expect(shop.received[1]!.headers['clover-signature']).toBeUndefined()
  expect(ageOf(shop.received[2]!)).toBeGreaterThanOrEqual(359)
})

test('held webhooks can be released in reverse', async () => {
  const { shop, simulator, control } = await givenBoth()
  control.set({ webhook: { timing: 'hold' } })
  const { id } = await givenSession(simulator)
  await control.pay(id, declinedCard.number)
  await control.pay(id)
  expect(shop.received).toEqual([])
  await control.releaseWebhooks('reverse')
  const statuses = shop.received.map(({ body }) => JSON.parse(body).status)
  expect(statuses).toEqual(['APPROVED', 'DECLINED'])
  expect(await control.releaseWebhooks()).toEqual([])
})

test.each([
  ['data', (id: string) => ({ data: id })],
  ['data.checkoutSessionId', (id: string) => ({ data: { checkoutSessionId: id } })],
  ['Data', (id: string) => ({ Data: id, Status: 'APPROVED', MerchantId: 'MERCHANTSIM01' })],
] as const)('the session can be named by %s', async (sessionKey, expected) => {
  const { shop, simulator, control } = await givenBoth()
  control.set({ webhook: { sessionKey } })
  const { id } = await givenSession(simulator)
  await control.pay(id)
  expect(JSON.parse(shop.received[0]!.body)).toMatchObject(expected(id))
  expect(shop.received[0]!.body).not.toContain(sessionKey === 'Data' ? '"status"' : '"Data"')
})

test('a share of the webhooks gets lost or comes late', async () => {
  const draws = [0.1, 0.9, 0.2, 0.9, 0.7, 0.9, 0.2]
  const { shop, simulator, control } = await givenBoth({ random: () => draws.shift() ?? 1 })
  const pay = async () => control.pay((await givenSession(simulator)).id)
  control.set({ webhook: { dropFraction: 0.5, delayFraction: 0.5, delayMs: 600_000 } })
  for (let buyer = 0; buyer < 3; buyer += 1) await pay()
  const states = control.webhooks().map(({ state }) => state)
  expect(states).toEqual(['dropped', 'delayed', 'answered'])
  expect(shop.received).toHaveLength(1)
  control.set({ webhook: { delayMs: 1 } })
  await pay()
  await eventually(() => expect(shop.received).toHaveLength(2))
})

test('a shop that is down does not stop the payment', async () => {
  const simulator = await givenSimulator({ webhookUrl: 'http://127.0.0.1:1/webhook' })
  const paid = await simulator.control.pay((await givenSession(simulator)).id)
  expect(paid.outcome).toBe('approved')
  expect(simulator.control.webhooks()).toMatchObject([{ state: 'failed', http_status: null }])
})

test('without a webhook URL nothing is sent until one is set', async () => {
  const shop = await givenShop()
  const { control, ...simulator } = await givenSimulator()
  const first = await control.pay((await givenSession({ control, ...simulator })).id)
  expect(control.webhooks()).toMatchObject([{ state: 'dropped' }])
  control.set({ webhook: { url: shop.url } })
  await control.sendWebhook(first.payment!.id)
  expect(shop.received).toHaveLength(1)
})
