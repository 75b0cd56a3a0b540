import { randomUUID } from 'node:crypto'
import type { Answer, Call } from './http.ts'
import { badRequest, json, Refused, readJson, unauthorized } from './http.ts'
import type { Line, RedirectUrls, Session } from './ledger.ts'
import type { Merchant } from './merchants.ts'
import { findMerchantOfToken } from './read-merchants.ts'
import type { Simulation } from './simulation.ts'
import type { Switches } from './switches.ts'

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
  const { timeFormat } = sim.switches.create
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
  // Kept as written, so that a literal {PLACEHOLDER} comes back literally; unless no header can hold it.
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

function writeTime(ms: number, format: Switches['create']['timeFormat']): string | number {
  if (format === 'ms') return ms
  if (format === 's') return Math.floor(ms / 1000)
  const iso = new Date(ms).toISOString().replace('Z', '+0000')
  return format === '@' ? iso.replace('T', '@') : iso
}
