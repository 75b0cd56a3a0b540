import { inArray, min } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { cancelUnpaidOrder, findUnpaidOrders } from '../orders/index.ts'
import { payment_pages } from './payments.table.ts'
import { lookForPayments } from './reconcile.ts'
import { handleOpenEvents } from './webhooks.ts'

const AT_ONCE = 500

/**
 * Cancels pending orders whose hold has ended. The provider is asked one last time; if it does not answer, the
 * stock goes back all the same, and a payment that shows up later is for a person to look at.
 */
export async function expireOrders(context: AppContext) {
  const due = await findUnpaidOrders(context.db, context.now(), AT_ONCE)
  if (due.length === 0) return
  const ids = due.map(({ id }) => id)
  const announced = await handleOpenEvents(context)
  const since = await firstPageOf(context.db, ids)
  if (since) await lookForPayments(context, since)
  for (const id of ids.filter((one) => !announced.has(one))) await cancelUnpaidOrder(context, id)
}

async function firstPageOf(db: Db, order_ids: string[]) {
  const [page] = await db
    .select({ created_at: min(payment_pages.created_at) })
    .from(payment_pages)
    .where(inArray(payment_pages.order_id, order_ids))
  return page?.created_at ? new Date(page.created_at) : null
}
