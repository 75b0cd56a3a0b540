import { and, eq, isNull, lte, or } from 'drizzle-orm'
import type { AppContext } from '#server/platform/rpc.ts'
import { readOrderStates } from '../orders/index.ts'
import { payment_pages } from './payments.table.ts'
import { lookForPayments } from './reconcile.ts'

const ASK_AGAIN_MS = 3_000

const paid = { success: true, error: null, state: 'paid' } as const
const pending = {
  success: false,
  error: 'We have not received your payment yet.',
  state: 'pending',
} as const
const closed = (error: string) => ({ success: false, error, state: 'closed' }) as const

/** Is this order paid? Answered from what the provider says; the browser proves nothing by being here. */
export async function completePayment(context: AppContext, order_id: string) {
  const answer = await currentAnswer(context, order_id)
  if (answer !== pending) return answer
  const since = await claimQuestion(context, order_id)
  if (!since) return pending
  await lookForPayments(context, since)
  return currentAnswer(context, order_id)
}

async function currentAnswer({ db }: AppContext, order_id: string) {
  const [order] = await readOrderStates(db, [order_id])
  if (!order) return closed('Order not found')
  if (order.status === 'cancelled') {
    return closed('This order was cancelled. If you were charged, we will give your money back.')
  }
  return order.completed_at ? paid : pending
}

/** The provider is asked about one order at most every few seconds, however many ask us. */
async function claimQuestion({ db, now }: AppContext, order_id: string) {
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
