import { and, eq, isNotNull, lte, sql } from 'drizzle-orm'
import { fromCents, toCents } from '#contract/money.ts'
import type { RefundParts } from '#contract/refund-parts.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { queueOrderMail } from '../orders/index.ts'
import { lockPayment } from './attention.ts'
import { type Clover, cloverOf, ProviderError } from './clover/index.ts'
import { payments, refunds } from './payments.table.ts'
import { divideAgain, divideRefund } from './refund-parts.ts'

const AT_ONCE = 20
/** The provider may still be working on younger ones. */
const YOUNGEST_MS = 30_000

type StoredRefund = typeof refunds.$inferSelect
type NewRefund = {
  payment_id: string
  amount: number
  reason?: string
  parts?: RefundParts
  by: ChangedBy
  /** Stores what the refund is for in the same transaction, before any money moves; what it throws prevents the refund. */
  record?: (tx: Db, refund_id: string) => Promise<void>
}
type RefundId = { payment_id: string; id: string }
type Outcome =
  | { status: 'confirmed'; provider_refund_id: string }
  | { status: 'failed'; failure: string }
  | { status: 'requested' }

/**
 * Refunds all of a payment or a part. The amount is reserved first, so that two admins never give it back twice;
 * a failed refund releases it.
 */
export async function refundPayment(context: AppContext, request: NewRefund) {
  const { payment_id, amount, reason, parts, by, record } = request
  const at = context.now().toISOString()
  const refund = await context.db.transaction(async (tx) => {
    const payment = await reserve(tx, payment_id, amount)
    const divided = await divideRefund(tx, payment, { amount, parts })
    const [stored] = await tx
      .insert(refunds)
      .values({
        payment_id,
        amount,
        ...divided,
        reason: reason ?? null,
        created_by: by.id,
        status: 'requested',
        created_at: at,
        updated_at: at,
      })
      .returning()
    if (!stored) throw new Error('The refund was not stored')
    await recordAudit(tx, {
      by,
      object: { type: 'refunds', id: stored.id, name: `Refund of payment ${payment_id}` },
      before: null,
      after: { payment_id, amount, reason: reason ?? null, ...partsIn(stored) },
    })
    await record?.(tx, stored.id)
    return stored
  })
  return finishRefund(context, refund, await sendRefund(context, refund))
}

/**
 * Tries a failed refund again, with the same idempotency key. The provider does not document that it honours the
 * key, so its list is read first: an earlier attempt may have succeeded without our knowing.
 */
export async function retryRefund(context: AppContext, id: RefundId) {
  const refund = await context.db.transaction(async (tx) => {
    await lockPayment(tx, id.payment_id)
    const failed = await readRefund(tx, id)
    if (failed.status !== 'failed') throw errors.REFUND_NOT_FAILED()
    const payment = await reserve(tx, failed.payment_id, failed.amount)
    const parts = await divideAgain(tx, payment, failed)
    return updateRefund(context, tx, failed, { ...parts, status: 'requested', failure: null })
  })
  return finishRefund(context, refund, await retryAtProvider(context, refund))
}

/** The admin says that it was done in the provider's dashboard. */
export function markRefunded(context: AppContext, id: RefundId, by: ChangedBy) {
  return context.db.transaction(async (tx) => {
    await lockPayment(tx, id.payment_id)
    const refund = await readRefund(tx, id)
    if (refund.status !== 'failed' && refund.status !== 'requested')
      throw errors.REFUND_NOT_FAILED()
    const parts =
      refund.status === 'failed'
        ? await divideAgain(tx, await reserve(tx, refund.payment_id, refund.amount), refund)
        : {}
    const change = { ...parts, status: 'done-by-hand', failure: null } as const
    const done = await updateRefund(context, tx, refund, change)
    await afterRefund(context, tx, done)
    await recordAudit(tx, {
      by,
      object: { type: 'refunds', id: done.id, name: `Refund of payment ${done.payment_id}` },
      before: { status: refund.status },
      after: { status: done.status },
    })
    return done
  })
}

/** Refunds whose request was not answered: the provider's list says whether they were done. */
export async function finishRefunds(context: AppContext) {
  const before = new Date(context.now().getTime() - YOUNGEST_MS).toISOString()
  const open = await context.db
    .select()
    .from(refunds)
    .where(and(eq(refunds.status, 'requested'), lte(refunds.updated_at, before)))
    // Those whose list cannot be read must not keep the others waiting.
    .orderBy(sql`random()`)
    .limit(AT_ONCE)
  for (const refund of open) {
    await finishRefund(context, refund, await lookUpRefund(context, refund))
  }
}

/** Only the list says that a refund was not done. Without it nothing is known, and the money stays reserved. */
async function lookUpRefund(context: AppContext, refund: StoredRefund): Promise<Outcome> {
  const clover = await merchantOf(context, refund)
  if (!clover) return { status: 'requested' }
  try {
    const done = await findAtProvider(context, clover, refund)
    return done ?? { status: 'failed', failure: 'The payment provider did not do it' }
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.error({ err, refund: refund.id }, 'the refunds of the provider could not be read')
    return { status: 'requested' }
  }
}

async function sendRefund(context: AppContext, refund: StoredRefund): Promise<Outcome> {
  const clover = await merchantOf(context, refund)
  if (!clover) return { status: 'failed', failure: 'The merchant account is not known' }
  return orUnknown(context, refund, () => postRefund(clover, refund))
}

async function retryAtProvider(context: AppContext, refund: StoredRefund): Promise<Outcome> {
  const clover = await merchantOf(context, refund)
  if (!clover) return { status: 'failed', failure: 'The merchant account is not known' }
  return orUnknown(context, refund, async () => {
    const done = await findAtProvider(context, clover, refund)
    return done ?? (await postRefund(clover, refund))
  })
}

async function postRefund(clover: Clover, { id, payment_id, amount }: StoredRefund) {
  const { provider_refund_id } = await clover.refund(payment_id, toCents(amount), id)
  return { status: 'confirmed', provider_refund_id } as const
}

/** Without an answer we cannot know whether it was done: it stays requested until the provider's list says so. */
async function orUnknown(
  context: AppContext,
  refund: StoredRefund,
  ask: () => Promise<Outcome>,
): Promise<Outcome> {
  try {
    return await ask()
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.error({ err, refund: refund.id }, 'the provider did not refund')
    const isUnknown = err.sent && !err.isRefusal
    return isUnknown ? { status: 'requested' } : { status: 'failed', failure: err.message }
  }
}

async function merchantOf(context: AppContext, { payment_id }: StoredRefund) {
  const [payment] = await context.db
    .select({ merchant_id: payments.merchant_id })
    .from(payments)
    .where(eq(payments.payment_id, payment_id))
  return cloverOf(context, payment?.merchant_id)
}

/**
 * A refund in the provider's list that no refund of ours is linked to. Those done by hand are in that list too,
 * without a link, so as many of them are left out.
 */
async function findAtProvider({ db }: AppContext, clover: Clover, refund: StoredRefund) {
  const ofPayment = eq(refunds.payment_id, refund.payment_id)
  const listed = (await clover.listRefunds(refund.payment_id)).filter(
    ({ amount_cents }) => amount_cents === toCents(refund.amount),
  )
  const linked = await db
    .select({ id: refunds.provider_refund_id })
    .from(refunds)
    .where(and(ofPayment, isNotNull(refunds.provider_refund_id)))
  const doneByHand = await db.$count(
    refunds,
    and(ofPayment, eq(refunds.status, 'done-by-hand'), eq(refunds.amount, refund.amount)),
  )
  const free = listed.filter((one) => !linked.some(({ id }) => id === one.provider_refund_id))
  const found = free[doneByHand]
  return found
    ? ({ status: 'confirmed', provider_refund_id: found.provider_refund_id } as const)
    : null
}

/** Records the outcome once. The customer gets a mail only when the money is on its way. */
function finishRefund(context: AppContext, { payment_id, id }: StoredRefund, outcome: Outcome) {
  return context.db.transaction(async (tx) => {
    await lockPayment(tx, payment_id)
    const refund = await readRefund(tx, { payment_id, id })
    await announceChange(tx, 'orders')
    if (refund.status !== 'requested' || outcome.status === 'requested') return refund
    const finished = await updateRefund(context, tx, refund, outcome)
    if (outcome.status === 'failed') await reserve(tx, payment_id, -refund.amount)
    else await afterRefund(context, tx, finished)
    return finished
  })
}

/** For the audit log, where a refund has parts. */
const partsIn = ({ shipping, tax }: StoredRefund) =>
  tax > 0 || shipping > 0 ? { shipping, tax } : {}

/**
 * `payments.refunded` is the sum of all refunds but the failed ones. A negative amount releases it. Returns the payment
 * as it was before.
 */
async function reserve(tx: Db, payment_id: string, amount: number) {
  const payment = await lockPayment(tx, payment_id)
  const left = toCents(payment.amount) - toCents(payment.refunded)
  if (toCents(amount) > left) throw errors.MORE_THAN_PAID({ data: { left: fromCents(left) } })
  await tx
    .update(payments)
    .set({ refunded: sql`${payments.refunded} + ${amount}` })
    .where(eq(payments.payment_id, payment_id))
  await announceChange(tx, 'payments')
  return payment
}

async function readRefund(tx: Db, { payment_id, id }: RefundId) {
  const [refund] = await tx
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, id), eq(refunds.payment_id, payment_id)))
  if (!refund) throw errors.REFUND_NOT_FOUND()
  return refund
}

async function updateRefund(
  { now }: AppContext,
  tx: Db,
  { id }: StoredRefund,
  fields: Partial<typeof refunds.$inferInsert>,
) {
  const [updated] = await tx
    .update(refunds)
    .set({ ...fields, updated_at: now().toISOString() })
    .where(eq(refunds.id, id))
    .returning()
  if (!updated) throw new Error(`Refund ${id} is gone`)
  await announceChange(tx, 'payments')
  return updated
}

/** Notifies the customer, and closes a payment that needed attention once all of it is given back. */
async function afterRefund({ jobs, now }: AppContext, tx: Db, refund: StoredRefund) {
  const { payment_id, amount, shipping, tax, id: refund_id } = refund
  const { order_id, status, ...payment } = await lockPayment(tx, payment_id)
  const open = await tx.$count(
    refunds,
    and(eq(refunds.payment_id, payment_id), eq(refunds.status, 'requested')),
  )
  const isBack = open === 0 && toCents(payment.refunded) === toCents(payment.amount)
  if (isBack && status === 'needs-attention') {
    await tx
      .update(payments)
      .set({ status: 'resolved', resolved_at: now().toISOString() })
      .where(eq(payments.payment_id, payment_id))
  }
  if (!order_id) return
  // Named for orders with tax.
  const parts = tax > 0 ? { shipping, tax } : {}
  await queueOrderMail(jobs, tx, { about: 'refunded', order_id, amount, refund_id, ...parts })
}
