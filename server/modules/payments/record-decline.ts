import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { lockOrder, tellCustomer } from '../orders/index.ts'
import { payment_pages } from './payments.table.ts'

/** A declined card is not final: the customer may take another. It is noted, and told of once per order. */
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
    await tellCustomer(jobs, tx, { about: 'declined', order_id })
  })
}

const isDeclined = async (db: Db, order_id: string) =>
  (await db.$count(
    payment_pages,
    and(eq(payment_pages.order_id, order_id), isNotNull(payment_pages.declined_at)),
  )) > 0
