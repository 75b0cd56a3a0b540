import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { digitsOf, findTestCard, groupDigits, passesLuhn, type TestCard } from './fixtures.ts'
import {
  approvedPage,
  type BannerLink,
  type CardErrors,
  type CardFields,
  expiredPage,
  leftPage,
  type PayPage,
  paidPage,
  payPage,
  unknownPage,
} from './hosted-page.ts'
import { type Answer, type Call, notFound, redirect } from './http.ts'
import type { Session } from './ledger.ts'
import { paySession, redirectUrlFor, stateOf } from './sessions.ts'
import type { Simulation } from './simulation.ts'

export function showCheckout(sim: Simulation, call: Call, [id = '']: string[]): Answer {
  const session = sim.ledger.sessions.get(id)
  if (!session) return unknownPage()
  const typed = prefilled(sim, call.url.searchParams.get('card'))
  return showSession(sim, session, { typed, declined: session.declines > 0 && !typed.number })
}

/** A test card chosen from the list fills the whole form. */
function prefilled(sim: Simulation, number: string | null): CardFields {
  const card = number ? findTestCard(number) : undefined
  if (!card) return emptyCard
  const year = new Date(sim.now()).getUTCFullYear() + 3
  return {
    number: groupDigits(card.number),
    expiry: `12 / ${String(year).slice(-2)}`,
    cvv: card.brand === 'AMEX' ? '1234' : '123',
    zip: '02110',
  }
}

function showSession(sim: Simulation, session: Session, page: Partial<PayPage> = {}): Answer {
  const state = stateOf(session, sim.now())
  if (state === 'PAID') return paidPage(linkBack(sim, session, 'success', 'Continue'))
  if (state === 'EXPIRED')
    return expiredPage(linkBack(sim, session, 'cancel', 'Return to the shop'))
  const merchant = sim.merchants.find((one) => one.id === session.merchant_id)
  if (!merchant) return unknownPage()
  const minutesLeft = Math.ceil((session.expiration_time - sim.now()) / 60_000)
  const plain = { typed: emptyCard, errors: {}, declined: false }
  return payPage({ session, merchant, minutesLeft, ...plain, ...page })
}

function linkBack(
  sim: Simulation,
  session: Session,
  way: 'success' | 'cancel',
  label: string,
): BannerLink | null {
  const url = redirectUrlFor(sim, session, way)
  return url ? { url, label } : null
}

export async function payCheckout(
  sim: Simulation,
  call: Call,
  [id = '']: string[],
): Promise<Answer> {
  const session = sim.ledger.sessions.get(id)
  if (!session) return unknownPage()
  if (stateOf(session, sim.now()) !== 'OPEN') return showSession(sim, session)
  const fields = readCardFields(call.body)
  const typed = { ...fields, cvv: '' }
  const { card, errors } = checkCard(fields, sim.now())
  if (!card) return showSession(sim, session, { typed, errors })
  const paid = await paySession(sim, session, card)
  if (!paid.payment) return showSession(sim, session)
  const declined = paid.outcome === 'declined'
  const stays = declined && sim.settings.page.decline === 'stay'
  if (paid.redirectUrl && !stays) return redirect(paid.redirectUrl, paid.afterRedirect)
  const answer = declined ? showSession(sim, session, { declined }) : approvedPage()
  return { ...answer, afterwards: paid.afterRedirect }
}

export function leaveCheckout(sim: Simulation, _call: Call, [id = '']: string[]): Answer {
  const session = sim.ledger.sessions.get(id)
  if (!session) return unknownPage()
  const url = redirectUrlFor(sim, session, 'cancel')
  return url ? redirect(url) : leftPage()
}

const fontFile = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'

/** Without the font the page falls back to the system's own. */
export function sendFont(): Answer {
  try {
    const body = readFileSync(createRequire(import.meta.url).resolve(fontFile))
    const headers = { 'content-type': 'font/woff2', 'cache-control': 'public, max-age=86400' }
    return { status: 200, headers, body }
  } catch {
    return notFound()
  }
}

const emptyCard: CardFields = { number: '', expiry: '', cvv: '', zip: '' }

function readCardFields(body: Buffer): CardFields {
  const form = new URLSearchParams(body.toString('utf8'))
  const field = (name: string) => (form.get(name) ?? '').trim().slice(0, 40)
  return {
    number: field('number'),
    expiry: field('expiry'),
    cvv: field('cvv'),
    zip: field('zip'),
  }
}

type Checked = { card: TestCard; errors: null } | { card: null; errors: CardErrors }

function checkCard(fields: CardFields, now: number): Checked {
  const errors: CardErrors = {
    ...only('number', numberError(fields.number)),
    ...only('expiry', expiryError(fields.expiry, now)),
    ...only('cvv', /^\d{3,4}$/.test(fields.cvv) ? null : 'Enter the 3 or 4 digits.'),
    ...only('zip', /^[a-z\d][a-z\d -]{2,9}$/i.test(fields.zip) ? null : 'Enter the billing ZIP.'),
  }
  const card = findTestCard(fields.number)
  if (!card || Object.keys(errors).length > 0) return { card: null, errors }
  return { card, errors: null }
}

const only = (field: keyof CardFields, error: string | null): CardErrors =>
  error ? { [field]: error } : {}

function numberError(number: string): string | null {
  const digits = digitsOf(number)
  if (!digits) return 'Enter the card number.'
  if (!/^\d{13,19}$/.test(digits)) return 'A card number has 13 to 19 digits.'
  if (!passesLuhn(digits)) return 'Check the card number: a digit is wrong.'
  // A real card number typed here means that the page was taken for a real one.
  if (!findTestCard(digits)) return 'Use one of the test cards below, never a real card.'
  return null
}

function expiryError(expiry: string, now: number): string | null {
  if (!expiry) return 'Enter the expiry date.'
  const [, month, year] = /^(\d{1,2})\s*[/-]?\s*(?:20)?(\d{2})$/.exec(expiry) ?? []
  if (!month || !year || Number(month) < 1 || Number(month) > 12) {
    return 'Write the date as MM / YY.'
  }
  const end = Date.UTC(2000 + Number(year), Number(month), 1)
  return end <= now ? 'This card has expired.' : null
}
