import { inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import { listOrderIds } from '../orders/index.ts'
import { payment_declines, payments, refunds } from './payments.table.ts'

/** The payments, declined cards and refunds of a person's orders, for the export of the own data. */
export async function personalDataOf(db: Db, subject: DataSubject) {
  const order_ids = await listOrderIds(db, subject)
  const { payment_id, order_id, amount, refunded, status, created_at } = payments
  const [paid, declined] = await Promise.all([
    db
      .select({ payment_id, order_id, amount, refunded, status, created_at })
      .from(payments)
      .where(inArray(order_id, order_ids)),
    db.select().from(payment_declines).where(inArray(payment_declines.order_id, order_ids)),
  ])
  const paymentIds = paid.map((payment) => payment.payment_id)
  const given = await db
    .select({
      payment_id: refunds.payment_id,
      amount: refunds.amount,
      reason: refunds.reason,
      status: refunds.status,
      created_at: refunds.created_at,
    })
    .from(refunds)
    .where(inArray(refunds.payment_id, paymentIds))
  return { payments: paid, declined, refunds: given }
}
