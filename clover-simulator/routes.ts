import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import { leaveCheckout, payCheckout, sendFont, showCheckout } from './checkout-page.ts'
import type { Control } from './control.ts'
import { controlRoutes } from './control-routes.ts'
import { createCheckout } from './create-checkout.ts'
import { faultAnswer, strikeFault } from './faults.ts'
import { type Answer, type Call, message, notFound, Refused, readCall, sendAnswer } from './http.ts'
import { welcomePage } from './page-notices.ts'
import { listMerchants, listTaxRates, readMerchant } from './read-merchants.ts'
import { listPayments, readOrder, readPayment } from './read-payments.ts'
import { createRefund, listRefunds, readRefund } from './refunds.ts'
import type { Simulation } from './simulation.ts'
import type { CallKind } from './switches.ts'

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
  // Always 404, so that nobody leans on it.
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

/** null hangs up without an answer. */
async function answerApi(
  sim: Simulation,
  call: Call,
  kind: CallKind,
  act: () => Promise<Answer>,
): Promise<Answer | null> {
  if (sim.switches.userAgent === 'required' && !call.headers['user-agent']) {
    return message(403, '403 Forbidden')
  }
  const rule = strikeFault(sim, kind)
  if (!rule) return act()
  if (rule.fault === 'slow' || rule.fault === 'hang') {
    await wait(rule.delayMs, undefined, { signal: sim.stopping })
    return rule.fault === 'slow' ? act() : null
  }
  if (rule.fault === 'answer-lost') await act()
  return faultAnswer(rule)
}
