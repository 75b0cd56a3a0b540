import { inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { DataSubject } from '#server/platform/rpc.ts'
import { listOrderIds } from '../orders/reads.ts'
import { payment_declines, payment_pages, payments, refunds } from './payments.table.ts'

/** The payment pages, payments, declined cards and refunds of a person's orders, for the export of the own data. */
export async function personalDataOf(db: Db, subject: DataSubject) {
  const order_ids = await listOrderIds(db, subject)
  const { payment_id, order_id, amount, refunded, status, created_at } = payments
  const [pages, paid, declined] = await Promise.all([
    db
      .select({
        checkout_session_id: payment_pages.checkout_session_id,
        order_id: payment_pages.order_id,
        amount: payment_pages.amount,
        created_at: payment_pages.created_at,
        opened_at: payment_pages.opened_at,
        expires_at: payment_pages.expires_at,
      })
      .from(payment_pages)
      .where(inArray(payment_pages.order_id, order_ids)),
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
  return { pages, payments: paid, declined, refunds: given }
}
