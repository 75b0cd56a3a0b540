import { and, desc, eq, gte, isNull, lte, max, or } from 'drizzle-orm'
import { isByHand } from '#contract/payment-methods.ts'
import type { Db } from '#server/platform/database.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { isOwnOrder, readOrderStates } from '../orders/index.ts'
import { payment_declines, payment_pages, payments } from './payments.table.ts'
import { settlePaymentsSince } from './reconcile.ts'

const ASK_AGAIN_MS = 3_000

/** Codes of the provider that a customer can act on. Others (stolen card, suspected fraud) are not passed on. */
const DECLINE_REASONS: Record<string, string> = {
  card_declined: 'Your card was declined. Please use a different card.',
  issuer_declined: 'Your card was declined by your bank. Please use a different card.',
  insufficient_funds: 'Your card has insufficient funds. Please use a different card.',
  partial_approval: 'Your card does not cover the whole amount. Please use a different card.',
  expired_card: 'Your card has expired. Please use a different card.',
  incorrect_cvc: 'The security code of your card is incorrect. Please try again.',
  incorrect_number: 'The card number is incorrect. Please try again.',
}

const paid = { success: true, error: null, state: 'paid' } as const
const pending = {
  success: false,
  error: 'We have not received your payment yet.',
  state: 'pending',
} as const
const placed = {
  success: false,
  error: 'This order is paid by bank transfer or on pick-up.',
  state: 'placed',
} as const
const closed = (error: string) => ({ success: false, error, state: 'closed' }) as const
const declined = (code: string | null) =>
  ({
    success: false,
    error: DECLINE_REASONS[code ?? ''] ?? 'An error occurred verifying payment',
    state: 'declined',
  }) as const

/** Is this order paid? Answered from what the provider says, never from what the browser claims. */
export async function completePayment(context: RequestContext, order_id: string) {
  const answer = await currentAnswer(context, order_id)
  if (answer.state === 'paid' || answer.state === 'closed') return answer
  // Also after a decline: another card may have been approved on the same page since.
  const since = await claimQuestion(context, order_id)
  if (!since) return answer
  await settlePaymentsSince(context, since)
  return currentAnswer(context, order_id)
}

async function currentAnswer(context: RequestContext, order_id: string) {
  const [order] = await readOrderStates(context.db, [order_id])
  if (!order) return closed('Order not found')
  if (order.status === 'cancelled') {
    return closed('This order was cancelled. If you were charged, we will give your money back.')
  }
  if (order.completed_at) return paid
  if (await isPaidByHand(context, order)) return placed
  const decline = await lastDecline(context.db, order_id)
  // The order id alone reveals only whether it is paid.
  return decline && (await isOwnOrder(context, order_id)) ? declined(decline.code) : pending
}

type PayableOrder = Awaited<ReturnType<typeof readOrderStates>>[number]

/** Until its owner opens a payment page for it after all. Others only learn that it is not paid. */
async function isPaidByHand(context: RequestContext, { id, payment_method }: PayableOrder) {
  if (!isByHand(payment_method)) return false
  const pages = await context.db.$count(payment_pages, eq(payment_pages.order_id, id))
  return pages === 0 && (await isOwnOrder(context, id))
}

/** Since the payment page was last opened, unless another card was approved after it. */
async function lastDecline(db: Db, order_id: string) {
  const [page] = await db
    .select({ opened_at: max(payment_pages.opened_at) })
    .from(payment_pages)
    .where(eq(payment_pages.order_id, order_id))
  if (!page?.opened_at) return undefined
  const [decline] = await db
    .select()
    .from(payment_declines)
    .where(
      and(
        eq(payment_declines.order_id, order_id),
        gte(payment_declines.created_at, page.opened_at),
      ),
    )
    .orderBy(desc(payment_declines.created_at))
    .limit(1)
  const isApproved = (await db.$count(payments, eq(payments.order_id, order_id))) > 0
  return isApproved ? undefined : decline
}

/** The provider is asked about one order at most every few seconds, however often we are asked. */
async function claimQuestion({ db, now }: RequestContext, order_id: string) {
  const at = now()
  const before = new Date(at.getTime() - ASK_AGAIN_MS).toISOString()
  const pages = await db
    .update(payment_pages)
    .set({ asked_at: at.toISOString() })
    .where(
      and(
        eq(payment_pages.order_id, order_id),
        or(isNull(payment_pages.asked_at), lte(payment_pages.asked_at, before)),
      ),
    )
    .returning({ created_at: payment_pages.created_at })
  const times = pages.map(({ created_at }) => new Date(created_at).getTime())
  return times.length > 0 ? new Date(Math.min(...times)) : null
}
