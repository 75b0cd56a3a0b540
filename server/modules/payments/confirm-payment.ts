import { and, asc, eq, gte } from 'drizzle-orm'
import type { AppContext } from '#server/platform/rpc.ts'
import { toCents } from '../orders/index.ts'
import { cloverOf, ProviderError, type WebhookEvent } from './clover/index.ts'
import { payments } from './payments.table.ts'

/** A webhook event may arrive before the provider's API shows its payment. */
const LONGEST_MISSING_MS = 10 * 60_000
const AT_ONCE = 20
const LONGEST_MS = 6 * 3_600_000
const NEVER_PAID = ['FAIL', 'VOIDED', 'VOIDING']

export type Confirmation = 'not-paid' | 'waiting' | 'unreadable' | { amount_cents: number }

/**
 * What the provider's API says about the payment of a signed webhook event. `unreadable`: it cannot be asked (no
 * network, no permission), so the signature has to be enough. An event without an amount then waits.
 */
export async function confirmPayment(
  context: AppContext,
  event: Pick<WebhookEvent, 'payment_id' | 'merchant_id' | 'amount_cents'>,
  age_ms: number,
): Promise<Confirmation> {
  const clover = await cloverOf(context, event.merchant_id)
  if (!clover) return 'unreadable'
  try {
    const payment = await clover.readPayment(event.payment_id)
    if (payment.result === 'SUCCESS') return { amount_cents: payment.amount_cents }
    return NEVER_PAID.includes(payment.result) ? 'not-paid' : 'waiting'
  } catch (err) {
    if (!(err instanceof ProviderError)) throw err
    context.log.warn({ err, payment_id: event.payment_id }, 'payment not confirmed')
    if (err.isMissing) return age_ms > LONGEST_MISSING_MS ? 'unreadable' : 'waiting'
    return event.amount_cents !== null || err.isForbidden ? 'unreadable' : 'waiting'
  }
}

/**
 * Payments that were settled on the signed event alone are read again once the provider can be asked. If it denies
 * one, that is shown to the admin; the order stays completed until the admin decides.
 */
export async function recheckPayments(context: AppContext) {
  const since = new Date(context.now().getTime() - LONGEST_MS).toISOString()
  const unchecked = await context.db
    .select()
    .from(payments)
    .where(and(eq(payments.unchecked, true), gte(payments.created_at, since)))
    .orderBy(asc(payments.created_at))
    .limit(AT_ONCE)
  for (const payment of unchecked) await recheckPayment(context, payment)
}

async function recheckPayment(context: AppContext, payment: typeof payments.$inferSelect) {
  const { payment_id, merchant_id, amount, status } = payment
  const asked = { payment_id, merchant_id, amount_cents: toCents(amount) }
  const confirmation = await confirmPayment(context, asked, 0)
  if (confirmation === 'unreadable' || confirmation === 'waiting') return
  const isConfirmed =
    confirmation !== 'not-paid' && confirmation.amount_cents === asked.amount_cents
  const isNews = status === 'settled' && !isConfirmed
  if (isNews) context.log.error({ payment_id }, 'the provider does not confirm a settled payment')
  await context.db
    .update(payments)
    .set({ unchecked: false, ...(isNews && { attention_reason: 'not-confirmed' as const }) })
    .where(eq(payments.payment_id, payment_id))
}
