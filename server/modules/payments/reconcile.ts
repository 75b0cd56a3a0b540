import { and, eq, gte, inArray, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/time.ts'
import type { Config } from '#server/platform/config.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import {
  type Clover,
  createClover,
  knownCredentials,
  ProviderError,
  type ProviderPayment,
} from './clover/index.ts'
import { recheckPayments } from './confirm-payment.ts'
import { orderOfNotes } from './payment-lines.ts'
import { payment_pages, payment_watch, payments } from './payments.table.ts'
import { finishRefunds } from './refunds.ts'
import { isUnconfirmed, recordDecline, settlePayment } from './settle-payment.ts'
import { handleOpenEvents } from './webhooks.ts'

/** How far back payments without a webhook event are searched, for instance after the shop was down. */
const LONGEST_LOOK_BACK_MS = DAY_MS
/** Payments may appear in the provider's list a little after they were made. */
const OVERLAP_MS = 10 * 60_000
/** The provider's clock may differ from ours. */
const CLOCK_MARGIN_MS = 5 * 60_000

/** Every minute: open webhook events, payments without an event, unconfirmed payments, refunds without an answer. */
export async function reconcilePayments(context: AppContext) {
  await handleOpenEvents(context)
  await settleNewPayments(context)
  await recheckPayments(context)
  await finishRefunds(context)
}

async function settleNewPayments(context: AppContext) {
  const at = context.now()
  const oldest = new Date(at.getTime() - LONGEST_LOOK_BACK_MS)
  if (!(await hasOpenPages(context.db, oldest))) return
  const last = await lookedUntil(context.db)
  const since = last ? new Date(last.getTime() - OVERLAP_MS) : oldest
  const answered = await settlePaymentsSince(context, since > oldest ? since : oldest)
  if (answered) await storeLookedUntil(context.db, at)
}

/** Unpaid pages: of pending orders, and of cancelled ones that may still be paid too late. */
async function hasOpenPages(db: Db, since: Date) {
  const settled = db
    .select({ one: sql`1` })
    .from(payments)
    .where(and(eq(payments.order_id, payment_pages.order_id), eq(payments.status, 'settled')))
  const [open] = await db
    .select({ order_id: payment_pages.order_id })
    .from(payment_pages)
    .where(and(gte(payment_pages.created_at, since.toISOString()), sql`not exists ${settled}`))
    .limit(1)
  return Boolean(open)
}

async function lookedUntil(db: Db) {
  const [watch] = await db.select().from(payment_watch)
  return watch ? new Date(watch.looked_until) : null
}

const storeLookedUntil = (db: Db, at: Date) =>
  db
    .insert(payment_watch)
    .values({ looked_until: at.toISOString() })
    .onConflictDoUpdate({
      target: payment_watch.singleton,
      set: { looked_until: sql`greatest(${payment_watch.looked_until}, excluded.looked_until)` },
    })

type NextRun = { since: Date; result: Promise<boolean> }
const runsOf = new WeakMap<Config, { current: Promise<unknown>; next?: NextRun }>()

/**
 * Settles the payments that the provider lists since then; false when it did not answer. Calls made during a run
 * share the next one, so that many buyers who return at once cost one or two requests. A plain single flight would
 * be wrong here: the current run may have read the list before the payment was in it.
 */
export function settlePaymentsSince(context: AppContext, since: Date): Promise<boolean> {
  const runs = runsOf.get(context.config) ?? { current: Promise.resolve() }
  runsOf.set(context.config, runs)
  if (runs.next) {
    if (since < runs.next.since) runs.next.since = since
    return runs.next.result
  }
  const next: NextRun = { since, result: Promise.resolve(false) }
  next.result = runs.current.then(() => {
    runs.next = undefined
    const result = settleListedPayments(context, next.since)
    runs.current = result.catch(() => undefined)
    return result
  })
  runs.next = next
  return next.result
}

async function settleListedPayments(context: AppContext, since: Date) {
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

async function settleListed(context: AppContext, clover: Clover, listed: ProviderPayment[]) {
  const known = await knownPayments(context.db, listed)
  for (const payment of listed.filter(({ payment_id }) => !known.has(payment_id))) {
    const order_id = orderOfNotes(await notesOf(clover, payment))
    if (!order_id) continue
    const { payment_id, amount_cents, decline_code: code } = payment
    if (payment.result === 'FAIL') await recordDecline(context, { payment_id, order_id, code })
    if (payment.result !== 'SUCCESS') continue
    const { merchant_id } = clover
    const paid = { payment_id, amount_cents, merchant_id, order_id, confirmed: true }
    await settlePayment(context, { ...paid, checkout_session_id: null })
  }
}

/** Stored and confirmed: there is nothing left to do for them. */
async function knownPayments(db: Db, listed: ProviderPayment[]) {
  if (listed.length === 0) return new Set<string>()
  const ids = listed.map(({ payment_id }) => payment_id)
  const rows = await db.select().from(payments).where(inArray(payments.payment_id, ids))
  const confirmed = rows.filter((payment) => !isUnconfirmed(payment))
  return new Set(confirmed.map(({ payment_id }) => payment_id))
}

async function notesOf(clover: Clover, { notes, provider_order_id }: ProviderPayment) {
  if (notes) return notes
  return provider_order_id ? clover.readOrderNotes(provider_order_id) : []
}
