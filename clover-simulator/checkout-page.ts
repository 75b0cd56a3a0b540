import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CardFields, checkCard, emptyCard, readCardFields } from './card-form.ts'
import { type PayPage, payPage } from './hosted-page.ts'
import { type Answer, type Call, notFound, redirect } from './http.ts'
import type { Session } from './ledger.ts'
import {
  approvedPage,
  expiredPage,
  leftPage,
  type NoticeLink,
  paidPage,
  unknownPage,
} from './page-notices.ts'
import { paySession, redirectUrlFor, stateOf } from './pay-session.ts'
import type { Simulation } from './simulation.ts'
import { findTestCard, groupDigits } from './test-cards.ts'

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
): NoticeLink | null {
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
  const stays = declined && sim.switches.page.decline === 'stay'
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
