import { gte, inArray } from 'drizzle-orm'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { type Clover, createClover } from './clover-client.ts'
import { knownCredentials } from './clover-credentials.ts'
import { orderOfNotes } from './payment-lines.ts'
import { payment_pages, payments } from './payments.table.ts'
import { ProviderError } from './provider-error.ts'
import type { ProviderPayment } from './read-provider-answer.ts'
import { recordDecline } from './record-decline.ts'
import { settlePayment } from './settle-payment.ts'

/** The provider's clock may differ from ours. */
const CLOCK_MARGIN_MS = 5 * 60_000

type Next = { since: Date; result: Promise<boolean> }
const underWay = new WeakMap<Config, { running: Promise<unknown>; next?: Next }>()

/**
 * Goes through the provider's list of payments since a moment and settles what it finds. Those who ask while a
 * look is under way share the next one, so that many buyers who return at once cost a call or two.
 * False when the provider did not answer.
 */
export function lookForPayments(context: AppContext, since: Date): Promise<boolean> {
  const looks = underWay.get(context.config) ?? { running: Promise.resolve() }
  underWay.set(context.config, looks)
  if (looks.next) {
    if (since < looks.next.since) looks.next.since = since
    return looks.next.result
  }
  const next: Next = { since, result: Promise.resolve(false) }
  next.result = looks.running.then(() => {
    looks.next = undefined
    const result = look(context, next.since)
    looks.running = result.catch(() => undefined)
    return result
  })
  looks.next = next
  return next.result
}

async function look(context: AppContext, since: Date) {
  const from = new Date(since.getTime() - CLOCK_MARGIN_MS)
  try {
    for (const clover of await merchantsOfPages(context, from)) {
      await settleListed(context, clover, await clover.listPayments(from))
    }
    return true
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.warn({ err }, 'the provider did not list its payments')
    return false
  }
}

async function merchantsOfPages(context: AppContext, from: Date) {
  const pages = await context.db
    .selectDistinct({ merchant_id: payment_pages.merchant_id })
    .from(payment_pages)
    .where(gte(payment_pages.created_at, new Date(from.getTime() - DAY_MS).toISOString()))
  const used = new Set(pages.map(({ merchant_id }) => merchant_id))
  const known = await knownCredentials(context)
  return known
    .filter(({ merchant_id }) => used.has(merchant_id))
    .map((credentials) => createClover(context.config, credentials))
}

const DAY_MS = 86_400_000

async function settleListed(context: AppContext, clover: Clover, listed: ProviderPayment[]) {
  const known = await knownPayments(context.db, listed)
  for (const payment of listed.filter(({ payment_id }) => !known.has(payment_id))) {
    const order_id = orderOfNotes(await notesOf(clover, payment))
    if (!order_id) continue
    if (payment.result === 'FAIL') await recordDecline(context, order_id)
    if (payment.result !== 'SUCCESS') continue
    const { payment_id, amount_cents } = payment
    const { merchant_id } = clover
    const paid = { payment_id, amount_cents, merchant_id, order_id }
    await settlePayment(context, { ...paid, checkout_session_id: null, unchecked: false })
  }
}

async function knownPayments(db: Db, listed: ProviderPayment[]) {
  if (listed.length === 0) return new Set<string>()
  const ids = listed.map(({ payment_id }) => payment_id)
  const rows = await db
    .select({ payment_id: payments.payment_id })
    .from(payments)
    .where(inArray(payments.payment_id, ids))
  return new Set(rows.map(({ payment_id }) => payment_id))
}

async function notesOf(clover: Clover, { notes, provider_order_id }: ProviderPayment) {
  if (notes) return notes
  return provider_order_id ? clover.readOrderNotes(provider_order_id) : []
}
