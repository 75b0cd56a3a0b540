import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { DemoData } from '#server/platform/demo-rows.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import {
  payment_declines,
  payment_pages,
  payments,
  refunds,
  webhook_events,
} from './payments.table.ts'

/** Goes before the orders that they belong to. The merchant account stays. */
export const paymentsDemoData: DemoData = {
  count: async () => ({}),
  async remove(tx) {
    await tx.delete(refunds)
    await tx.delete(payments)
    await tx.delete(payment_declines)
    await tx.delete(payment_pages)
    await tx.delete(webhook_events)
  },
}

/** Orders that were paid at the simulator: no money changed hands. */
export async function simulatedOrders({ config }: Pick<AppContext, 'config'>, db: Db) {
  const { simulated, merchantId } = config.clover
  if (!simulated || !merchantId) return []
  const rows = await db
    .select({ order_id: payments.order_id })
    .from(payments)
    .where(eq(payments.merchant_id, merchantId))
  return rows.flatMap(({ order_id }) => order_id ?? [])
}
