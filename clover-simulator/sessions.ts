import { randomUUID } from 'node:crypto'
import type { Merchant, TestCard } from './fixtures.ts'
import {
  type Answer,
  badRequest,
  type Call,
  json,
  Refused,
  readJson,
  unauthorized,
} from './http.ts'
import {
  type Line,
  newId,
  type Order,
  type Payment,
  type RedirectUrls,
  type Session,
} from './ledger.ts'
import type { Settings } from './settings.ts'
import { findMerchantOfToken, type Simulation } from './simulation.ts'

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** $999,999.99, the ceiling for a charge. */
const largestTotal = 99_999_999

export async function createCheckout(sim: Simulation, call: Call): Promise<Answer> {
  const merchant = merchantOfCall(sim, call)
  const session = readSession(sim, merchant, readJson(call.body))
  sim.ledger.sessions.set(session.id, session)
  await sim.ledger.save()
  const { timeFormat } = sim.settings.create
  return json({
    href: `${sim.publicUrl}/checkout/${session.id}?mode=checkout`,
    checkoutSessionId: session.id,
    createdTime: writeTime(session.created_time, timeFormat),
    expirationTime: writeTime(session.expiration_time, timeFormat),
  })
}

function merchantOfCall(sim: Simulation, call: Call): Merchant {
  const id = call.headers['x-clover-merchant-id']
  const merchant = findMerchantOfToken(sim, call, typeof id === 'string' ? id : '')
  if (!merchant) throw new Refused(unauthorized())
  return merchant
}

function readSession(sim: Simulation, merchant: Merchant, body: unknown): Session {
  if (!isObject(body)) throw badRequest('The request body should be a JSON object.')
  const { customer, shoppingCart } = body
  if (!isObject(customer)) throw badRequest('Please provide customer.')
  const lines = readLines(merchant, shoppingCart)
  const redirectUrls = readRedirectUrls(sim, body.redirectUrls)
  const email = text(customer.email)
  if (email && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email)) {
    throw badRequest('Please provide a valid email address.')
  }
  const createdTime = sim.now()
  return {
    id: randomUUID(),
    merchant_id: merchant.id,
    state: 'OPEN',
    customer: {
      first_name: text(customer.firstName),
      last_name: text(customer.lastName),
      email,
      phone_number: text(customer.phoneNumber),
    },
    lines,
    redirect_urls: redirectUrls,
    ...addUp(lines),
    created_time: createdTime,
    expiration_time: createdTime + sim.sessionLifeSeconds * 1000,
    order_id: null,
    declines: 0,
  }
}

function readLines(merchant: Merchant, cart: unknown): Line[] {
  const items = isObject(cart) ? cart.lineItems : undefined
  if (!Array.isArray(items) || items.length === 0) {
    throw badRequest('Please provide at least one line item.')
  }
  const lines = items.map((item) => readLine(merchant, item))
  // Discounts on a line are accepted and ignored, on the cart they are refused: so does Clover.
  if (isObject(cart) && cart.discounts !== undefined) {
    throw badRequest('Discounts on the shopping cart are not supported.')
  }
  if (addUp(lines).total > largestTotal) throw badRequest('The amount is too large.')
  return lines
}

function readLine(merchant: Merchant, item: unknown): Line {
  const { name, price, unitQty, note, taxRates } = isObject(item) ? item : {}
  if (!text(name).trim() || !Number.isSafeInteger(price)) {
    throw badRequest('Please provide either itemRefUuid or name, price.')
  }
  if (Number(price) <= 0) throw badRequest('Line item prices should be positive')
  if (!Number.isSafeInteger(unitQty) || Number(unitQty) < 1) {
    throw badRequest('Line item unitQty should be a whole number of at least 1')
  }
  return {
    name: text(name),
    note: text(note),
    price: Number(price),
    unit_qty: Number(unitQty),
    tax_rates: readTaxRates(merchant, taxRates),
  }
}

function readTaxRates(merchant: Merchant, taxRates: unknown): Line['tax_rates'] {
  if (taxRates === undefined || taxRates === null) return []
  const rates = Array.isArray(taxRates) ? taxRates : [taxRates]
  return rates.map((rate) => {
    const known = merchant.taxRates.find((one) => isObject(rate) && one.rate === rate.rate)
    if (!known) throw badRequest('Rate map missing tax summary rates')
    return { name: known.name, rate: known.rate }
  })
}

function readRedirectUrls(sim: Simulation, urls: unknown): RedirectUrls {
  if (urls === undefined || urls === null) return {}
  if (!isObject(urls)) throw badRequest('redirectUrls should be an object.')
  const read: RedirectUrls = {}
  for (const name of ['success', 'failure', 'cancel'] as const) {
    const url = urls[name]
    if (url === undefined || url === null || url === '') continue
    read[name] = readRedirectUrl(sim, name, text(url))
  }
  return read
}

function readRedirectUrl(sim: Simulation, name: string, raw: string): string {
  const url = URL.canParse(raw) ? new URL(raw) : null
  const allowed = url?.protocol === 'https:' ? url.hostname !== 'localhost' : false
  const allowedHere = sim.allowHttpRedirects && /^https?:$/.test(url?.protocol ?? '')
  if (!url || !(allowed || allowedHere)) throw badRequest(`redirectUrls.${name} should be HTTPS.`)
  // As written, so that a literal {PLACEHOLDER} comes back literally; unless it is not valid in a header.
  return /[^\x21-\x7e]/.test(raw) ? url.href : raw
}

/** Tax for each line and rate by itself, rounded half up to the cent. */
function addUp(lines: Line[]): { tax: number; total: number } {
  let net = 0
  let tax = 0
  for (const line of lines) {
    const amount = line.price * line.unit_qty
    net += amount
    for (const { rate } of line.tax_rates) tax += Math.floor((amount * rate * 2 + 1e7) / 2e7)
  }
  return { tax, total: net + tax }
}

function writeTime(ms: number, format: Settings['create']['timeFormat']): string | number {
  if (format === 'ms') return ms
  if (format === 's') return Math.floor(ms / 1000)
  const iso = new Date(ms).toISOString().replace('Z', '+0000')
  return format === '@' ? iso.replace('T', '@') : iso
}

export type PayOutcome =
  | { outcome: 'approved' | 'declined'; payment: Payment; redirectUrl: string | null }
  | { outcome: 'expired' | 'already-paid'; payment: null; redirectUrl: null }

type PaidSession = PayOutcome & {
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
  const payment = recordPayment(sim, session, card)
  await sim.ledger.save()
  const { waitCardMs } = sim.settings.webhook
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
function recordPayment(sim: Simulation, session: Session, card: TestCard): Payment {
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
    decline_code: approved ? null : card.decline_code,
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
  if (sim.settings.page.placeholder === 'literal') return url
  return url
    .replaceAll(/\{CHECKOUT_SESSION_ID\}|%7BCHECKOUT_SESSION_ID%7D/gi, session.id)
    .replaceAll(/\{ERROR_CODE\}|%7BERROR_CODE%7D/gi, way === 'failure' ? 'card_declined' : '')
}
