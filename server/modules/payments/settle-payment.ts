import { eq, type SQL } from 'drizzle-orm'
import { fromCents, toCents } from '#contract/money.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import {
  completeOrder,
  type LockedOrder,
  lockOrder,
  queueOrderMail,
  reserveForPayment,
} from '../orders/index.ts'
import { payment_declines, payment_pages, payments } from './payments.table.ts'

const FIRST_CHECK_MS = 60_000

/** A payment for an order of ours, as the provider or a signed webhook event reports it. */
export type Paid = {
  payment_id: string
  merchant_id: string
  amount_cents: number
  order_id: string
  checkout_session_id: string | null
  /** False when only a webhook event says so. Such a payment never completes its order. */
  confirmed: boolean
}

type StoredPayment = typeof payments.$inferSelect
type Reason = NonNullable<StoredPayment['attention_reason']>
type Settlement = 'settled' | 'known' | Reason

/**
 * The only function that completes an order with a payment, called by webhook events, the return page and the
 * reconciliation. All of them lock the order's row first; the second one finds the payment already stored.
 */
export async function settlePayment(context: AppContext, paid: Paid): Promise<Settlement> {
  const at = context.now()
  const settlement = await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, paid.order_id)
    const known = await lockKnown(tx, paid.payment_id)
    if (known && !(paid.confirmed && isUnconfirmed(known))) return 'known'
    const problem = await findProblem(context, tx, order, paid)
    if (!(await storePayment(tx, paid, { order, known, problem, at }))) return 'known'
    if (problem || !order) return problem ?? 'unknown-order'
    const { payment_id } = paid
    const by = { actor: 'provider', actor_id: payment_id, reason: 'Payment received' } as const
    await completeOrder(context, tx, order, { payment_id, at, by })
    return 'settled'
  })
  if (settlement !== 'settled' && settlement !== 'known') {
    const { payment_id, order_id } = paid
    context.log.error({ payment_id, order_id, reason: settlement }, 'payment needs attention')
  }
  return settlement
}

async function lockKnown(tx: Db, payment_id: string): Promise<StoredPayment | undefined> {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.payment_id, payment_id))
    .for('no key update')
  return payment
}

/** True also for one that the admin marked as resolved: money that turns up after all must not be lost. */
export const isUnconfirmed = ({ status, attention_reason }: StoredPayment) =>
  status !== 'settled' && attention_reason === 'unconfirmed'

/** Why this payment must not complete its order; null if it may: the order then has its stock. */
async function findProblem(
  context: AppContext,
  tx: Db,
  order: LockedOrder | undefined,
  paid: Paid,
): Promise<Reason | null> {
  if (!order) return 'unknown-order'
  if (await isWrongMerchant(tx, paid)) return 'wrong-merchant'
  if (!paid.confirmed) return 'unconfirmed'
  if (order.completed_at) return 'second-payment'
  if (toCents(order.total) !== paid.amount_cents) return 'wrong-amount'
  return (await reserveForPayment(context, tx, order, context.now())) ? null : 'late'
}

/** The merchant must be one whose page we opened for this order. */
async function isWrongMerchant(tx: Db, { order_id, merchant_id, checkout_session_id }: Paid) {
  const pages = await tx
    .select({ id: payment_pages.checkout_session_id, merchant_id: payment_pages.merchant_id })
    .from(payment_pages)
    .where(eq(payment_pages.order_id, order_id))
  const concerned = pages.filter(({ id }) => !checkout_session_id || id === checkout_session_id)
  return !concerned.some((page) => page.merchant_id === merchant_id)
}

type Judged = {
  order: LockedOrder | undefined
  /** The unconfirmed payment that this one replaces. */
  known: StoredPayment | undefined
  problem: Reason | null
  at: Date
}

/** False when it was stored meanwhile. */
async function storePayment(tx: Db, paid: Paid, { order, known, problem, at }: Judged) {
  const { payment_id, checkout_session_id, merchant_id } = paid
  const isOpen = problem === 'unconfirmed'
  const fields = {
    amount: fromCents(paid.amount_cents),
    status: problem ? ('needs-attention' as const) : ('settled' as const),
    attention_reason: problem,
    next_check_at: isOpen ? new Date(at.getTime() + FIRST_CHECK_MS).toISOString() : null,
    resolved_at: null,
  }
  await announceChange(tx, 'payments')
  if (known) {
    await tx.update(payments).set(fields).where(eq(payments.payment_id, payment_id))
    return true
  }
  const order_id = order?.id ?? null
  const created_at = at.toISOString()
  const stored = await tx
    .insert(payments)
    .values({ ...fields, payment_id, order_id, checkout_session_id, merchant_id, created_at })
    .onConflictDoNothing({ target: payments.payment_id })
    .returning({ payment_id: payments.payment_id })
  return stored.length > 0
}

type Decline = { payment_id: string; order_id: string; code: string | null }

/** A declined card is not final: the customer may try another. The mail about it is sent once per order. */
export async function recordDecline({ db, jobs, now }: AppContext, decline: Decline) {
  const { payment_id, order_id } = decline
  // The reconciliation finds the same declines every minute.
  if (await hasDecline(db, eq(payment_declines.payment_id, payment_id))) return
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, order_id)
    if (order?.status !== 'pending' || order.completed_at) return
    const isFirst = !(await hasDecline(tx, eq(payment_declines.order_id, order_id)))
    await tx
      .insert(payment_declines)
      .values({ ...decline, created_at: now().toISOString() })
      .onConflictDoNothing()
    if (isFirst) await queueOrderMail(jobs, tx, { about: 'declined', order_id })
  })
}

const hasDecline = async (db: Db, where: SQL) => (await db.$count(payment_declines, where)) > 0
