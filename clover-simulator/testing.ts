import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { SimulatorOptions } from './simulation.ts'
import { type Simulator, startSimulator } from './simulator.ts'

type Headers = Record<string, string>

/** The default merchant's credentials. */
export const credentials: Headers = {
  authorization: 'Bearer sim_private_token',
  'x-clover-merchant-id': 'MERCHANTSIM01',
  'content-type': 'application/json',
  'user-agent': 'PetalTests/1.0',
}

export const mug = { name: 'Mug', note: 'Order 1042', price: 1999, unitQty: 1 }

const backToShop = {
  success: 'http://127.0.0.1:9/return?r=success',
  failure: 'http://127.0.0.1:9/return?r=failure',
  cancel: 'http://127.0.0.1:9/return?r=cancel',
}

export type Received = { body: string; headers: NodeJS.Dict<string | string[]>; order: number }

/** A shop that only writes down the webhooks it gets. */
export async function givenShop(answer: () => number = () => 200) {
  const received: Received[] = []
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const piece of request) body += piece
    received.push({ body, headers: request.headers, order: received.length })
    response.writeHead(answer()).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/webhook`, received }
}

export async function givenSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const simulator = await startSimulator(options)
  onTestFinished(() => simulator.stop())
  return simulator
}

export type Checkout = {
  customer?: unknown
  shoppingCart?: unknown
  redirectUrls?: unknown
}

export const checkout = (change: Checkout = {}) => ({
  customer: { firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' },
  shoppingCart: { lineItems: [mug] },
  redirectUrls: backToShop,
  ...change,
})

export function postCheckout(simulator: Simulator, body: unknown, headers = credentials) {
  return fetch(`${simulator.url}/invoicingcheckoutservice/v1/checkouts`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

export async function givenSession(simulator: Simulator, change: Checkout = {}) {
  const answer = await postCheckout(simulator, checkout(change))
  const { checkoutSessionId, href } = await answer.json()
  return { id: String(checkoutSessionId), href: String(href) }
}

export const goodCard = { number: '4242 4242 4242 4242', expiry: '12/40', cvv: '123', zip: '02110' }
export const declinedCard = { ...goodCard, number: '4005 5717 0222 2222' }

export function submitCard(simulator: Simulator, sessionId: string, card: Headers = goodCard) {
  return fetch(`${simulator.url}/checkout/${sessionId}/pay`, {
    method: 'POST',
    body: new URLSearchParams(card),
    redirect: 'manual',
  })
}

/** `path` begins after the merchant, as in `/payments`. */
export const readMerchantPath = (simulator: Simulator, path: string, headers = credentials) =>
  fetch(`${simulator.url}/v3/merchants/MERCHANTSIM01${path}`, { headers })

export const refund = (simulator: Simulator, body: unknown, headers: Headers = {}) =>
  fetch(`${simulator.url}/v1/refunds`, {
    method: 'POST',
    headers: { ...credentials, ...headers },
    body: JSON.stringify(body),
  })
