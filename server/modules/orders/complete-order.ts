import { eq, sql } from 'drizzle-orm'
import { countSold } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { ORDER_PAID } from './order-mail.ts'
import { orders } from './orders.table.ts'
import { readLines } from './read-orders.ts'

type Completion = { id: string; payment_id: string | null; at: Date; by_hand?: boolean }

/** For an order whose row is locked and which is not completed yet. An order already on its way stays there. */
export async function completeOrder(
  { jobs }: Pick<AppContext, 'jobs'>,
  tx: Db,
  { id, payment_id, at, by_hand = false }: Completion,
) {
  await tx
    .update(orders)
    .set({
      status: sql`case when ${orders.status} = 'pending' then 'completed' else ${orders.status} end`,
      payment_id,
      completed_at: at.toISOString(),
      completed_by_hand: by_hand,
      hold_until: null,
    })
    .where(eq(orders.id, id))
  await countSold(tx, await readLines(tx, id), 1)
  await jobs.enqueue(tx, ORDER_PAID, { order_id: id })
}
