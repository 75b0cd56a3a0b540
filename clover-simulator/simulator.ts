import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { leaveCheckout, payCheckout, sendFont, showCheckout } from './checkout-routes.ts'
import { type Control, controlRoutes, createControl } from './control.ts'
import { welcomePage } from './hosted-page.ts'
import { type Answer, type Call, message, notFound, Refused, readCall, sendAnswer } from './http.ts'
import { createRefund, listRefunds, readRefund } from './refunds.ts'
import { createCheckout } from './sessions.ts'
import { type CallKind, faultAnswer, matchFault } from './settings.ts'
import { createSimulation, type Simulation, type SimulatorOptions } from './simulation.ts'
import {
  listMerchants,
  listPayments,
  listTaxRates,
  readMerchant,
  readOrder,
  readPayment,
} from './v3-api.ts'

export type Simulator = { url: string; control: Control; stop: () => Promise<void> }

export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  if (process.env.NODE_ENV === 'production') {
    throw new Error(
      'The Clover simulator takes no real money, so it does not start with NODE_ENV=production. Configure the payment provider instead.',
    )
  }
  const { host = '127.0.0.1', port = 0 } = options
  const stopping = new AbortController()
  const clock = { offset: 0 }
  const sim = await createSimulation(options, clock, stopping.signal)
  const control = createControl(sim, clock, options.webhookUrl)
  const server = createServer(createHandler(sim, control))
  const taken = await listen(server, port, host)
  const url = `http://${host.includes(':') ? `[${host}]` : host}:${taken}`
  sim.publicUrl = (options.publicUrl ?? url).replace(/\/+$/, '')
  const stop = async () => {
    stopping.abort()
    await closeServer(server)
    await sim.webhooks.idle()
    await sim.ledger.save()
  }
  return { url, control, stop }
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve((server.address() as AddressInfo).port))
  })
}

function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

type Handler = (sim: Simulation, call: Call, ids: string[]) => Answer | Promise<Answer>
type Route = { method: string; path: RegExp; kind: CallKind | 'page'; handler: Handler }

/** `*` stands for one piece of the path and is handed to the handler. */
const route = (method: string, path: string, kind: Route['kind'], handler: Handler): Route => ({
  method,
  path: new RegExp(`^${path.replaceAll('*', '([^/]+)')}/?$`),
  kind,
  handler,
})

const checkouts = '/invoicingcheckoutservice/v1/checkouts'

const routes: Route[] = [
  route('POST', checkouts, 'create', createCheckout),
  // Always 404, because the real one is not documented and must not be relied on.
  route('GET', `${checkouts}/*`, 'create', notFound),
  route('GET', '/v3/merchants', 'merchants', listMerchants),
  route('GET', '/v3/merchants/*', 'merchants', readMerchant),
  route('GET', '/v3/merchants/*/tax_rates', 'merchants', listTaxRates),
  route('GET', '/v3/merchants/*/payments', 'payments', listPayments),
  route('GET', '/v3/merchants/*/payments/*', 'payments', readPayment),
  route('GET', '/v3/merchants/*/orders/*', 'orders', readOrder),
  route('POST', '/v1/refunds', 'refunds', createRefund),
  route('GET', '/v1/refunds', 'refunds', listRefunds),
  route('GET', '/v1/refunds/*', 'refunds', readRefund),
  route('GET', '/', 'page', welcomePage),
  route('GET', '/checkout/assets/figtree.woff2', 'page', sendFont),
  route('GET', '/checkout/*', 'page', showCheckout),
  route('POST', '/checkout/*/pay', 'page', payCheckout),
  // A browser's reload after a mistyped card number asks for the same address again.
  route('GET', '/checkout/*/pay', 'page', showCheckout),
  route('GET', '/checkout/*/leave', 'page', leaveCheckout),
]

export function createHandler(sim: Simulation, control: Control) {
  const answerControl = controlRoutes(control)
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const call = await readCall(request)
      const isControl = call.url.pathname.startsWith('/_control')
      const answer = isControl ? await answerControl(call) : await answerCall(sim, call)
      if (answer) sendAnswer(response, answer)
      else response.destroy()
    } catch (error) {
      if (response.destroyed || sim.stopping.aborted) return
      if (!(error instanceof Refused)) console.error('Clover simulator:', error)
      const isRefusal = error instanceof Refused
      sendAnswer(response, isRefusal ? error.answer : message(500, '500 Internal Server Error'))
    }
  }
}

async function answerCall(sim: Simulation, call: Call): Promise<Answer | null> {
  const { pathname } = call.url
  const method = call.method === 'HEAD' ? 'GET' : call.method
  const onPath = routes.filter((one) => one.path.test(pathname))
  const found = onPath.find((one) => one.method === method)
  if (!found) return onPath.length > 0 ? message(405, '405 Method Not Allowed') : notFound()
  const ids = (found.path.exec(pathname) ?? []).slice(1)
  const act = async () => found.handler(sim, call, ids)
  return found.kind === 'page' ? act() : answerApi(sim, call, found.kind, act)
}

/** null closes the connection without an answer. */
async function answerApi(
  sim: Simulation,
  call: Call,
  kind: CallKind,
  act: () => Promise<Answer>,
): Promise<Answer | null> {
  if (sim.settings.userAgent === 'required' && !call.headers['user-agent']) {
    return message(403, '403 Forbidden')
  }
  const rule = matchFault(sim.settings.faults, kind, sim.random)
  if (!rule) return act()
  if (rule.fault === 'slow' || rule.fault === 'hang') {
    await wait(rule.delayMs, undefined, { signal: sim.stopping })
    return rule.fault === 'slow' ? act() : null
  }
  if (rule.fault === 'answer-lost') await act()
  return faultAnswer(rule)
}
