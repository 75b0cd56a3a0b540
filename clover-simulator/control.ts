import type { LedgerContent, Payment, Session } from './ledger.ts'
import { expireSession, type PayOutcome, paySession } from './pay-session.ts'
import type { Simulation } from './simulation.ts'
import {
  changeSwitches,
  defaultSwitches,
  type SwitchChange,
  type Switches,
  WebhookChange,
} from './switches.ts'
import { findTestCard } from './test-cards.ts'
import type { Delivery } from './webhooks.ts'

/** Everything a test can do to the simulator from within its process. */
export type Control = {
  switches(): Switches
  /** Changes what is named; `faults` is replaced as a whole. */
  set(change: SwitchChange): Switches
  /** All switches as at the start, the clock included; the ledger stays. */
  reset(): Switches
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
  /** Sends the webhook of a payment now (again), with other switches if wished. */
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
    switches: () => structuredClone(sim.switches),
    set: (change) => {
      changeSwitches(sim.switches, change)
      return structuredClone(sim.switches)
    },
    reset: () => {
      Object.assign(sim.switches, defaultSwitches(webhookUrl))
      clock.offset = 0
      return structuredClone(sim.switches)
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
