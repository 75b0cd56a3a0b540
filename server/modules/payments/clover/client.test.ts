import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { loadConfig } from '#server/platform/config.ts'
import { type Simulator, startSimulator } from '#simulator/simulator.ts'
import { noteOf, orderOfNotes } from '../payment-lines.ts'
import { createClover } from './client.ts'

const key = '0'.repeat(64)
const credentials = { merchant_id: 'MERCHANTSIM01', private_token: 'sim_private_token' }
const configFor = (url: string) =>
  loadConfig({
    PUBLIC_URL: 'https://shop.example',
    SESSION_SECRET: key,
    ENCRYPTION_KEY: key,
    CLOVER_API_URL: url,
    CLOVER_ECOMMERCE_URL: url,
  })

let simulator: Simulator
let clover: ReturnType<typeof createClover>

beforeEach(async () => {
  simulator = await startSimulator()
  clover = createClover(configFor(simulator.url), credentials)
  onTestFinished(() => simulator.stop())
})

const id = '0b6f3c1e-4a55-4c0e-9d7a-2f5f1f3a9c10'
const back = 'https://shop.example/payment-success'
const request = {
  customer: { firstName: 'Ada', email: 'ada@example.com' },
  lines: [{ name: 'Mug', note: noteOf(id), price: 1999, unitQty: 2 }],
  redirectUrls: { success: back, failure: back, cancel: back },
}

test('a page is opened, paid, read, listed with our note, and refunded', async () => {
  simulator.control.set({ userAgent: 'required' })
  const begin = new Date()
  const session = await clover.openCheckout(request)
  const { payment } = await simulator.control.pay(session.checkout_session_id)
  expect(await clover.readPayment(payment!.id)).toMatchObject({
    result: 'SUCCESS',
    amount_cents: 3998,
  })
  const [listed] = await clover.listPayments(begin)
  expect(listed?.payment_id).toBe(payment!.id)
  expect(orderOfNotes(listed?.notes ?? [])).toBe(id)
  expect(await clover.readOrderNotes(listed?.provider_order_id ?? '')).toEqual([noteOf(id)])
  expect(await clover.readMerchant()).toMatchObject({
    id: 'MERCHANTSIM01',
    name: expect.any(String),
  })
  await clover.refund(payment!.id, 998, 'key')
  expect(await clover.listRefunds(payment!.id)).toMatchObject([{ amount_cents: 998 }])
})

test('more payments than fit on one page of the list are all found', async () => {
  const begin = new Date()
  for (let n = 0; n < 250; n++) {
    const { checkout_session_id } = await clover.openCheckout(request)
    await simulator.control.pay(checkout_session_id)
  }
  const listed = await clover.listPayments(begin)
  expect(new Set(listed.map(({ payment_id }) => payment_id)).size).toBe(250)
})

test('the end of a page is understood in every way in which it may be written', async () => {
  for (const timeFormat of ['T', '@', 'ms', 's'] as const) {
    simulator.control.set({ create: { timeFormat } })
    const { expires_at } = await clover.openCheckout(request)
    const minutes = ((expires_at?.getTime() ?? 0) - Date.now()) / 60_000
    expect(minutes, timeFormat).toBeGreaterThan(14.9)
    expect(minutes, timeFormat).toBeLessThan(15.1)
  }
})

test('a passing trouble is tried again where that is safe, a refusal never', async () => {
  for (const fault of ['500', '429', 'drop', 'non-json'] as const) {
    simulator.control.set({ faults: [{ on: 'create', fault, times: 1 }] })
    expect((await clover.openCheckout(request)).href).toContain('/checkout/')
  }
  simulator.control.set({ faults: [{ on: 'create', fault: '401', times: 1 }] })
  await expect(clover.openCheckout(request)).rejects.toMatchObject({
    status: 401,
    isForbidden: true,
  })
  simulator.control.set({ faults: [{ on: 'refunds', fault: '500', times: 1 }] })
  await expect(clover.refund('PAY', 1, 'key')).rejects.toMatchObject({ status: 500, sent: true })
})

test('a retry that the provider asks for after our deadline is not made', async () => {
  simulator.control.set({
    faults: [{ on: 'create', fault: '429', retryAfterSeconds: 60, times: 1 }],
  })
  await expect(clover.openCheckout(request)).rejects.toMatchObject({ status: 429 })
})

test('after several calls without an answer the next ones fail without being sent', async () => {
  let arrived = 0
  const silent = createServer(() => {
    arrived++
  })
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    silent.close()
    silent.closeAllConnections()
  })
  const { port } = silent.address() as AddressInfo
  const hanging = createClover(configFor(`http://127.0.0.1:${port}`), credentials)

  const calls = await Promise.allSettled(Array.from({ length: 40 }, () => hanging.readPayment('P')))
  expect(calls.every(({ status }) => status === 'rejected')).toBe(true)
  // Four, and those that took the slots of the first ones before the circuit opened.
  expect(arrived).toBeLessThan(8)
  const before = arrived
  await expect(hanging.readPayment('P')).rejects.toMatchObject({ sent: false })
  expect(arrived).toBe(before)
})

test('a redirect is not followed, and a body without end is cut off', async () => {
  const visited: string[] = []
  const odd = createServer((request, response) => {
    visited.push(request.url ?? '')
    if (request.method === 'POST') {
      response.writeHead(307, { location: '/elsewhere' }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'application/json' })
    const fill = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
    }
    response.on('drain', fill).on('error', () => undefined)
    fill()
  })
  await new Promise<void>((resolve) => odd.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    odd.close()
    odd.closeAllConnections()
  })
  const { port } = odd.address() as AddressInfo
  const strange = createClover(configFor(`http://127.0.0.1:${port}`), credentials)
  await expect(strange.openCheckout(request)).rejects.toMatchObject({ status: 307 })
  expect(visited).not.toContain('/elsewhere')
  await expect(strange.readPayment('P')).rejects.toMatchObject({ name: 'ProviderError' })
})
