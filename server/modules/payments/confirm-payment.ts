import { and, asc, eq, gte, lte } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { cloverOf, ProviderError } from './clover/index.ts'
import { payments } from './payments.table.ts'
import { settlePayment } from './settle-payment.ts'

const AT_ONCE = 20
const MINUTE = 60_000
const LONGEST_PAUSE_MS = 6 * 60 * MINUTE
const CHECKED_FOR_MS = 7 * 24 * 60 * MINUTE
const PROTECTED_FOR_MS = 24 * 60 * MINUTE
const NEVER_PAID = ['FAIL', 'VOIDED', 'VOIDING']

type StoredPayment = typeof payments.$inferSelect
type Confirmation = { amount_cents: number } | 'denied' | 'unknown'

/** What the provider's API says about a payment. `unknown`: it does not know it, does not answer, or does not let us ask. */
export async function confirmPayment(
  context: AppContext,
  { payment_id, merchant_id }: Pick<StoredPayment, 'payment_id' | 'merchant_id'>,
): Promise<Confirmation> {
  const clover = await cloverOf(context, merchant_id)
  if (!clover) return 'unknown'
  try {
    const { result, amount_cents } = await clover.readPayment(payment_id)
    if (result === 'SUCCESS') return { amount_cents }
    return NEVER_PAID.includes(result) ? 'denied' : 'unknown'
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.warn({ err, payment_id }, 'payment not confirmed')
    return 'unknown'
  }
}

/** Asks again about unconfirmed payments that are due. */
export async function recheckPayments(context: AppContext) {
  const due = await context.db
    .select()
    .from(payments)
    .where(lte(payments.next_check_at, context.now().toISOString()))
    .orderBy(asc(payments.next_check_at))
    .limit(AT_ONCE)
  for (const payment of due) await recheckPayment(context, payment)
}

async function recheckPayment(context: AppContext, payment: StoredPayment) {
  const confirmation = await confirmPayment(context, payment)
  if (confirmation === 'unknown') return postponeCheck(context, payment)
  if (confirmation === 'denied') return recordDenial(context, payment)
  const { payment_id, merchant_id, order_id, checkout_session_id } = payment
  if (payment.status === 'settled' || !order_id) return endChecks(context.db, payment)
  const paid = { payment_id, merchant_id, order_id, checkout_session_id, confirmed: true }
  await settlePayment(context, { ...paid, ...confirmation })
}

/** Pauses of 1, 2, 4 … minutes, at most 6 hours, for a week. The payment stays listed for the admin. */
async function postponeCheck({ db, now }: AppContext, payment: StoredPayment) {
  const at = now().getTime()
  const checks = payment.checks + 1
  const pause = Math.min(MINUTE * 2 ** checks, LONGEST_PAUSE_MS)
  const isOver = at - new Date(payment.created_at).getTime() > CHECKED_FOR_MS
  await db
    .update(payments)
    .set({ checks, next_check_at: isOver ? null : new Date(at + pause).toISOString() })
    .where(eq(payments.payment_id, payment.payment_id))
}

/** An unconfirmed payment was none. A settled one is shown to the admin; its order waits for that decision. */
async function recordDenial({ db, now, log }: AppContext, { payment_id, status }: StoredPayment) {
  log.error({ payment_id, status }, 'the provider denies a payment')
  const isSettled = status === 'settled'
  await db
    .update(payments)
    .set({
      attention_reason: 'denied',
      next_check_at: null,
      ...(!isSettled && { status: 'resolved' as const, resolved_at: now().toISOString() }),
    })
    .where(and(eq(payments.payment_id, payment_id), eq(payments.status, status)))
}

const endChecks = (db: Db, { payment_id }: StoredPayment) =>
  db.update(payments).set({ next_check_at: null }).where(eq(payments.payment_id, payment_id))

/** Orders that are probably paid, so that they are not cancelled yet. */
export async function ordersAwaitingConfirmation({ db, now }: AppContext): Promise<string[]> {
  const since = new Date(now().getTime() - PROTECTED_FOR_MS).toISOString()
  const rows = await db
    .selectDistinct({ order_id: payments.order_id })
    .from(payments)
    .where(
      and(
        eq(payments.status, 'needs-attention'),
        eq(payments.attention_reason, 'unconfirmed'),
        gte(payments.created_at, since),
      ),
    )
  return rows.flatMap(({ order_id }) => order_id ?? [])
}
