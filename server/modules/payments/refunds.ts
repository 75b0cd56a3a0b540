import { and, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { fromCents, queueOrderMail, toCents } from '../orders/index.ts'
import { cloverOf, ProviderError } from './clover/index.ts'
import { payments, refunds } from './payments.table.ts'

const AT_ONCE = 20
/** Younger ones may still be on their way. */
const YOUNGEST_MS = 30_000

type Refund = typeof refunds.$inferSelect
type RefundRequest = { payment_id: string; amount: number; reason?: string; created_by: string }
type Outcome =
  | { status: 'succeeded'; provider_refund_id: string }
  | { status: 'recorded' | 'pending'; provider_refund_id: null }

/** Gives money back, all or a part. Its amount is set aside first, so that two clerks never give it back twice. */
export async function refundPayment(context: AppContext, request: RefundRequest) {
  const refund = await setAside(context, request)
  const outcome = await askForRefund(context, refund)
  await finishRefund(context, refund, outcome)
  return { id: refund.id, amount: refund.amount, status: outcome.status }
}

function setAside(
  { db, now }: AppContext,
  { payment_id, amount, reason, created_by }: RefundRequest,
) {
  return db.transaction(async (tx) => {
    const [payment] = await tx
      .select()
      .from(payments)
      .where(eq(payments.payment_id, payment_id))
      .for('no key update')
    if (!payment) throw errors.PAYMENT_NOT_FOUND()
    const left = toCents(payment.amount) - toCents(payment.refunded)
    if (toCents(amount) > left) {
      throw errors.MORE_THAN_PAID({ data: { left: fromCents(left) } })
    }
    await tx
      .update(payments)
      .set({ refunded: sql`${payments.refunded} + ${amount}` })
      .where(eq(payments.payment_id, payment_id))
    const [refund] = await tx
      .insert(refunds)
      .values({
        payment_id,
        amount,
        reason: reason ?? null,
        created_by,
        status: 'pending',
        created_at: now().toISOString(),
      })
      .returning()
    if (!refund) throw new Error('The refund was not stored')
    return refund
  })
}

/** When we cannot know whether the provider did it, the refund stays pending until its list of refunds tells. */
async function askForRefund(context: AppContext, refund: Refund): Promise<Outcome> {
  const clover = await merchantOf(context, refund.payment_id)
  if (!clover) return { status: 'recorded', provider_refund_id: null }
  try {
    const done = await clover.refund(refund.payment_id, toCents(refund.amount), refund.id)
    return { status: 'succeeded', provider_refund_id: done.provider_refund_id }
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.error({ err, refund: refund.id }, 'the provider did not refund')
    const isUnknown = err.sent && !err.isRefusal
    return { status: isUnknown ? 'pending' : 'recorded', provider_refund_id: null }
  }
}

async function merchantOf(context: AppContext, payment_id: string) {
  const [payment] = await context.db
    .select({ merchant_id: payments.merchant_id })
    .from(payments)
    .where(eq(payments.payment_id, payment_id))
  return cloverOf(context, payment?.merchant_id)
}

/** Writes down what became of it, once, and tells the customer. */
async function finishRefund(context: AppContext, refund: Refund, outcome: Outcome) {
  if (outcome.status === 'pending') return
  await context.db.transaction(async (tx) => {
    const { rowCount } = await tx
      .update(refunds)
      .set(outcome)
      .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'pending')))
    if (rowCount === 0) return
    const order_id = await closeWhenAllIsBack(tx, refund.payment_id, context.now())
    if (!order_id) return
    const { amount, id: refund_id } = refund
    await queueOrderMail(context.jobs, tx, { about: 'refunded', order_id, amount, refund_id })
  })
}

/** A payment that needed attention and was given back needs none any more. */
async function closeWhenAllIsBack(tx: Db, payment_id: string, at: Date) {
  const [payment] = await tx.select().from(payments).where(eq(payments.payment_id, payment_id))
  const isBack = payment && toCents(payment.refunded) === toCents(payment.amount)
  if (isBack && payment.status === 'needs-attention') {
    await tx
      .update(payments)
      .set({ status: 'resolved', resolved_at: at.toISOString() })
      .where(eq(payments.payment_id, payment_id))
  }
  return payment?.order_id ?? null
}

/** Refunds of which we do not know whether the provider did them: its own list tells. */
export async function finishRefunds(context: AppContext) {
  const before = new Date(context.now().getTime() - YOUNGEST_MS).toISOString()
  const open = await context.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lte(refunds.created_at, before)))
    .limit(AT_ONCE)
  for (const refund of open) {
    await finishOne(context, refund).catch((err) => {
      if (!(err instanceof ProviderError)) throw err
      context.log.warn({ err, refund: refund.id }, 'refund still unknown')
    })
  }
}

async function finishOne(context: AppContext, refund: typeof refunds.$inferSelect) {
  const clover = await merchantOf(context, refund.payment_id)
  const done = (await clover?.listRefunds(refund.payment_id)) ?? []
  const taken = await linkedRefunds(
    context,
    done.map((one) => one.provider_refund_id),
  )
  const found = done.find(
    ({ provider_refund_id, amount_cents }) =>
      amount_cents === toCents(refund.amount) && !taken.has(provider_refund_id),
  )
  await finishRefund(
    context,
    refund,
    found
      ? { status: 'succeeded', provider_refund_id: found.provider_refund_id }
      : { status: 'recorded', provider_refund_id: null },
  )
}

async function linkedRefunds({ db }: AppContext, ids: string[]) {
  if (ids.length === 0) return new Set<string | null>()
  const rows = await db
    .select({ id: refunds.provider_refund_id })
    .from(refunds)
    .where(and(isNotNull(refunds.provider_refund_id), inArray(refunds.provider_refund_id, ids)))
  return new Set(rows.map(({ id }) => id))
}
