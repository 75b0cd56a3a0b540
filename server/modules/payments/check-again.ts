import { and, asc, eq, gte } from 'drizzle-orm'
import type { AppContext } from '#server/platform/rpc.ts'
import { toCents } from '../orders/index.ts'
import { confirmPayment } from './confirm-payment.ts'
import { payments } from './payments.table.ts'

const AT_ONCE = 20
const LONGEST_MS = 6 * 3_600_000

/**
 * Payments that were settled on the signed notice alone are read again once the provider can be asked. What its
 * books deny is shown to the admin; the order stays completed until a person decides.
 */
export async function checkAgain(context: AppContext) {
  const since = new Date(context.now().getTime() - LONGEST_MS).toISOString()
  const unchecked = await context.db
    .select()
    .from(payments)
    .where(and(eq(payments.unchecked, true), gte(payments.created_at, since)))
    .orderBy(asc(payments.created_at))
    .limit(AT_ONCE)
  for (const payment of unchecked) await checkOne(context, payment)
}

async function checkOne(context: AppContext, payment: typeof payments.$inferSelect) {
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
