import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import {
  completeOrder,
  fromCents,
  type LockedOrder,
  lockOrder,
  queueOrderMail,
  reserveForPayment,
  toCents,
} from '../orders/index.ts'
import { payment_pages, payments } from './payments.table.ts'

/** Money that the provider says it took for an order of ours. */
export type Paid = {
  payment_id: string
  merchant_id: string
  amount_cents: number
  order_id: string
  checkout_session_id: string | null
  /** True when only the signed webhook event says so, because the provider could not be asked. */
  unchecked: boolean
}

type Reason = NonNullable<(typeof payments.$inferInsert)['attention_reason']>
type Settlement = 'settled' | 'known' | Reason

/**
 * The only function that completes an order with a payment, called by webhook events, the return page and the
 * reconciliation. All of them lock the order's row first; the second one finds the payment already stored.
 */
export async function settlePayment(context: AppContext, paid: Paid): Promise<Settlement> {
  const at = context.now()
  const settlement = await context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, paid.order_id)
    if (await isStored(tx, paid.payment_id)) return 'known'
    const problem = await findProblem(context, tx, order, paid)
    const isNew = await storePayment(tx, paid, order, problem, at)
    if (!isNew) return 'known'
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

const isStored = async (tx: Db, payment_id: string) =>
  (await tx.$count(payments, eq(payments.payment_id, payment_id))) > 0

/** Why this payment must not complete its order; null if it may: the order then has its stock. */
async function findProblem(
  context: AppContext,
  tx: Db,
  order: LockedOrder | undefined,
  paid: Paid,
): Promise<Reason | null> {
  if (!order) return 'unknown-order'
  if (await isWrongMerchant(tx, paid)) return 'wrong-merchant'
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

async function storePayment(
  tx: Db,
  paid: Paid,
  order: LockedOrder | undefined,
  problem: Reason | null,
  at: Date,
) {
  const stored = await tx
    .insert(payments)
    .values({
      payment_id: paid.payment_id,
      order_id: order?.id ?? null,
      checkout_session_id: paid.checkout_session_id,
      merchant_id: paid.merchant_id,
      amount: fromCents(paid.amount_cents),
      status: problem ? 'needs-attention' : 'settled',
      attention_reason: problem,
      unchecked: paid.unchecked,
      created_at: at.toISOString(),
    })
    .onConflictDoNothing({ target: payments.payment_id })
    .returning({ payment_id: payments.payment_id })
  return stored.length > 0
}

/** A declined card is not final: the customer may try another. The mail about it is sent once per order. */
export async function recordDecline({ db, jobs, now }: AppContext, order_id: string) {
  if (await isDeclined(db, order_id)) return
  const at = now().toISOString()
  await db.transaction(async (tx) => {
    const order = await lockOrder(tx, order_id)
    if (order?.status !== 'pending' || order.completed_at) return
    if (await isDeclined(tx, order_id)) return
    await tx
      .update(payment_pages)
      .set({ declined_at: at })
      .where(eq(payment_pages.order_id, order_id))
    await queueOrderMail(jobs, tx, { about: 'declined', order_id })
  })
}

const isDeclined = async (db: Db, order_id: string) =>
  (await db.$count(
    payment_pages,
    and(eq(payment_pages.order_id, order_id), isNotNull(payment_pages.declined_at)),
  )) > 0
