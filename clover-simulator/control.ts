import * as z from 'zod'
import { findTestCard } from './fixtures.ts'
import { type Answer, type Call, isLoopback, json, message, readJson } from './http.ts'
import type { LedgerContent, Payment, Session } from './ledger.ts'
import { expireSession, type PayOutcome, paySession } from './sessions.ts'
import {
  changeSettings,
  defaultSettings,
  type Settings,
  type SettingsChange,
  WebhookChange,
} from './settings.ts'
import type { Simulation } from './simulation.ts'
import type { Delivery } from './webhooks.ts'

/** Everything a test can do to the simulator from within its process. */
export type Control = {
  settings(): Settings
  /** Changes what is named; `faults` is replaced as a whole. */
  set(change: SettingsChange): Settings
  /** All settings as at the start, the clock included; the ledger stays. */
  reset(): Settings
  /** Pays without a browser; the card decides as on the page. */
  pay(sessionId: string, card?: string, options?: { late?: boolean }): Promise<PayOutcome>
  expire(sessionId: string): Promise<void>
  /** Moves the simulator's clock and returns its time. */
  advanceClock(ms: number): number
  ledger(): LedgerContent
  /** Forgets all sessions, orders, payments, refunds and deliveries. */
  clear(): Promise<void>
  /** What became of each webhook so far, the oldest first. */
  webhooks(): Delivery[]
  /** Sends the webhook of a payment now (again), with other settings if given. */
  sendWebhook(paymentId: string, change?: WebhookChange): Promise<Delivery[]>
  /** Sends the held webhooks one after the other. */
  releaseWebhooks(order?: 'in-order' | 'reverse'): Promise<Delivery[]>
  /** Resolves when no webhook is on its way any more, late ones included. */
  idle(): Promise<void>
}

const visa = '4242424242424242'

type Clock = { offset: number }

export function createControl(sim: Simulation, clock: Clock, webhookUrl?: string): Control {
  const sessionOf = (id: string): Session => {
    const session = sim.ledger.sessions.get(id)
    if (!session) throw new Error(`There is no session ${id}.`)
    return session
  }
  const paymentOf = (id: string): Payment => {
    const payment = sim.ledger.payments.get(id)
    if (!payment) throw new Error(`There is no payment ${id}.`)
    return payment
  }
  const pay: Control['pay'] = async (sessionId, number = visa, options = {}) => {
    const card = findTestCard(number)
    if (!card) throw new Error(`${number} is not a test card.`)
    const paid = await paySession(sim, sessionOf(sessionId), card, options.late)
    const { afterRedirect, ...outcome } = paid
    setImmediate(afterRedirect)
    return structuredClone(outcome)
  }
  return {
    settings: () => structuredClone(sim.settings),
    set: (change) => {
      changeSettings(sim.settings, change)
      return structuredClone(sim.settings)
    },
    reset: () => {
      Object.assign(sim.settings, defaultSettings(webhookUrl))
      clock.offset = 0
      return structuredClone(sim.settings)
    },
    pay,
    expire: async (sessionId) => expireSession(sim, sessionOf(sessionId)),
    advanceClock: (ms) => {
      clock.offset += ms
      return sim.now()
    },
    ledger: () => structuredClone(sim.ledger.content()),
    clear: () => {
      sim.webhooks.forget()
      return sim.ledger.clear()
    },
    webhooks: () => sim.webhooks.deliveries(),
    sendWebhook: async (paymentId, change) =>
      sim.webhooks.send(paymentOf(paymentId), WebhookChange.parse(change ?? {})),
    releaseWebhooks: (order = 'in-order') => sim.webhooks.release(order),
    idle: () => sim.webhooks.idle(),
  }
}

const PayBody = z.strictObject({
  sessionId: z.string(),
  card: z.string().optional(),
  late: z.boolean().optional(),
})
const ExpireBody = z.strictObject({ sessionId: z.string() })
const ClockBody = z.strictObject({ advanceMs: z.number().int() })
const SendBody = WebhookChange.extend({ paymentId: z.string() })
const ReleaseBody = z.strictObject({ order: z.enum(['in-order', 'reverse']).optional() })

type Act = (control: Control, body: unknown) => unknown

/** Validated by `changeSettings`. */
const set: Act = (control, body) => control.set(body as SettingsChange)

const acts: Record<string, Act> = {
  'GET /_control/settings': (control) => control.settings(),
  'POST /_control/settings': set,
  'PATCH /_control/settings': set,
  'DELETE /_control/settings': (control) => control.reset(),
  'POST /_control/pay': (control, body) => {
    const { sessionId, card, late } = PayBody.parse(body)
    return control.pay(sessionId, card, { late })
  },
  'POST /_control/expire': async (control, body) => {
    await control.expire(ExpireBody.parse(body).sessionId)
    return { expired: true }
  },
  'POST /_control/clock': (control, body) => ({
    now: control.advanceClock(ClockBody.parse(body).advanceMs),
  }),
  'GET /_control/ledger': (control) => control.ledger(),
  'DELETE /_control/ledger': async (control) => {
    await control.clear()
    return control.ledger()
  },
  'GET /_control/webhooks': (control) => control.webhooks(),
  'POST /_control/webhooks/send': (control, body) => {
    const { paymentId, ...change } = SendBody.parse(body)
    return control.sendWebhook(paymentId, change)
  },
  'POST /_control/webhooks/release': (control, body) =>
    control.releaseWebhooks(ReleaseBody.parse(body).order),
  'GET /_control/idle': async (control) => {
    await control.idle()
    return control.webhooks()
  },
}

/** From this machine only: no proxy in between, and no web page through a browser. */
function isFromHere(call: Call): boolean {
  const host = (call.headers.host ?? '').replace(/:\d+$/, '')
  const foreign = call.headers.origin ?? call.headers['x-forwarded-for'] ?? call.headers.forwarded
  return isLoopback(call.remoteAddress) && isLoopback(host) && foreign === undefined
}

export function controlRoutes(control: Control): (call: Call) => Promise<Answer> {
  return async (call) => {
    if (!isFromHere(call)) return message(403, 'Only this machine may control the simulator.')
    const act = acts[`${call.method} ${call.url.pathname}`]
    if (!act) return json({ message: '404 Not Found', known: Object.keys(acts) }, 404)
    const body = call.body.length > 0 ? readJson(call.body) : {}
    try {
      return json(await act(control, body))
    } catch (error) {
      const text = error instanceof z.ZodError ? z.prettifyError(error) : String(error)
      return message(400, text)
    }
  }
}
