import { inArray, min } from 'drizzle-orm'
import pLimit from 'p-limit'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { cancelUnpaidOrder, findUnpaidOrders, type UnpaidOrder } from '../orders/index.ts'
import { ordersAwaitingConfirmation } from './confirm-payment.ts'
import { payment_pages } from './payments.table.ts'
import { settlePaymentsSince } from './reconcile.ts'
import { handleOpenEvents } from './webhooks.ts'

const BATCH = 500
const CONCURRENT = 4

/**
 * Cancels all pending orders whose hold has ended, each in its own transaction, except those with an unconfirmed
 * payment. The provider is asked one last time; if it does not answer, the stock is released anyway, and a payment
 * found later needs attention.
 */
export async function expireOrders(context: AppContext) {
  const at = context.now()
  for (let after: UnpaidOrder | undefined; ; ) {
    const due = await findUnpaidOrders(context.db, at, BATCH, after)
    await expireBatch(
      context,
      due.map(({ id }) => id),
    )
    after = due.at(-1)
    if (due.length < BATCH) return
  }
}

async function expireBatch(context: AppContext, ids: string[]) {
  if (ids.length === 0) return
  await handleOpenEvents(context)
  const since = await firstPageOf(context.db, ids)
  if (since) await settlePaymentsSince(context, since)
  const awaited = new Set(await ordersAwaitingConfirmation(context))
  const due = ids.filter((id) => !awaited.has(id))
  const limit = pLimit(CONCURRENT)
  await Promise.all(due.map((id) => limit(() => cancelUnpaidOrder(context, id))))
}

async function firstPageOf(db: Db, order_ids: string[]) {
  const [page] = await db
    .select({ created_at: min(payment_pages.created_at) })
    .from(payment_pages)
    .where(inArray(payment_pages.order_id, order_ids))
  return page?.created_at ? new Date(page.created_at) : null
}
