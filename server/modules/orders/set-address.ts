import { and, eq, isNull } from 'drizzle-orm'
import type { Order, ShippingAddress } from '#contract/orders.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { ORDER_PAID } from './order-mail.ts'
import { orders } from './orders.table.ts'

/** The address of an express order, given once. A guest's confirmation has waited for it. */
export async function setAddress(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  order: Order,
  shipping_address: ShippingAddress,
): Promise<Order> {
  const guest_email = order.user_id ? null : shipping_address.email
  const isSet = await db.transaction(async (tx) => {
    const [set] = await tx
      .update(orders)
      .set({ shipping_address, guest_email })
      .where(and(eq(orders.id, order.id), isNull(orders.shipping_address)))
      .returning({ completed_at: orders.completed_at })
    if (set?.completed_at) await jobs.enqueue(tx, ORDER_PAID, { order_id: order.id })
    return Boolean(set)
  })
  if (!isSet) throw errors.ADDRESS_KNOWN()
  return { ...order, shipping_address, guest_email }
}
