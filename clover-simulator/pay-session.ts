import { newId, type Order, type Payment, type Session } from './ledger.ts'
import type { Simulation } from './simulation.ts'
import type { TestCard } from './test-cards.ts'

export type PayOutcome =
  | { outcome: 'approved' | 'declined'; payment: Payment; redirectUrl: string | null }
  | { outcome: 'expired' | 'already-paid'; payment: null; redirectUrl: null }

export type PaidSession = PayOutcome & {
  /** Call it once the browser has been sent on: it sets off webhooks that come afterwards. */
  afterRedirect: () => void
}

export function stateOf(session: Session, now: number): Session['state'] {
  return session.state === 'OPEN' && now >= session.expiration_time ? 'EXPIRED' : session.state
}

const refused = (outcome: 'expired' | 'already-paid'): PaidSession => ({
  outcome,
  payment: null,
  redirectUrl: null,
  afterRedirect: () => undefined,
})

/** `late` lets an expired session be paid: the shop must cope with money that comes too late. */
export async function paySession(
  sim: Simulation,
  session: Session,
  card: TestCard,
  late = false,
): Promise<PaidSession> {
  const state = stateOf(session, sim.now())
  if (state === 'PAID') return refused('already-paid')
  if (state === 'EXPIRED' && !late) return refused('expired')
  if (card.effect === 'expire') {
    await expireSession(sim, session)
    return refused('expired')
  }
  const payment = enterPayment(sim, session, card)
  await sim.ledger.save()
  const { waitCardMs } = sim.switches.webhook
  const change = card.effect === 'wait' ? { delayMs: waitCardMs, delayFraction: 1 } : {}
  const afterRedirect = await sim.webhooks.announce(payment, change)
  const approved = payment.result === 'SUCCESS'
  return {
    outcome: approved ? 'approved' : 'declined',
    payment,
    redirectUrl: redirectUrlFor(sim, session, approved ? 'success' : 'failure'),
    afterRedirect,
  }
}

export async function expireSession(sim: Simulation, session: Session): Promise<void> {
  if (session.state === 'OPEN') session.state = 'EXPIRED'
  await sim.ledger.save()
}

// Nothing here waits, so of two simultaneous attempts only one finds the session open.
function enterPayment(sim: Simulation, session: Session, card: TestCard): Payment {
  const order = orderOf(sim, session)
  const approved = card.effect !== 'decline'
  const payment: Payment = {
    id: newId('PAY'),
    merchant_id: session.merchant_id,
    order_id: order.id,
    session_id: session.id,
    amount: session.total,
    tax_amount: session.tax,
    result: approved ? 'SUCCESS' : 'FAIL',
    card_type: card.brand,
    last4: card.number.slice(-4),
    created_time: sim.now(),
  }
  sim.ledger.payments.set(payment.id, payment)
  if (approved) {
    order.state = 'paid'
    session.state = 'PAID'
  } else {
    session.declines += 1
  }
  return payment
}

/** Attempts of one session share an order. */
function orderOf(sim: Simulation, session: Session): Order {
  const existing = session.order_id && sim.ledger.orders.get(session.order_id)
  if (existing) return existing
  const order: Order = {
    id: newId('ORD'),
    merchant_id: session.merchant_id,
    session_id: session.id,
    state: 'open',
    total: session.total,
    created_time: sim.now(),
  }
  sim.ledger.orders.set(order.id, order)
  session.order_id = order.id
  return order
}

export function redirectUrlFor(
  sim: Simulation,
  session: Session,
  way: 'success' | 'failure' | 'cancel',
): string | null {
  const urls = session.redirect_urls
  const url = way === 'cancel' ? (urls.cancel ?? urls.failure) : urls[way]
  if (!url) return null
  if (sim.switches.page.placeholder === 'literal') return url
  return url
    .replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, session.id)
    .replaceAll(/\{ERROR_CODE\}|%7BERROR_CODE%7D/gi, way === 'failure' ? 'card_declined' : '')
}
