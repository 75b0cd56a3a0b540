import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { completeOrder, lockOrder, reviveOrder, toCents } from '../orders/index.ts'
import { readOnePayment } from './list-payments.ts'
import { payments } from './payments.table.ts'

/** Fulfil after all: the order takes its stock again, if it is there, and is completed by the late payment. */
export async function acceptPayment(context: AppContext, payment_id: string) {
  const at = context.now()
  await context.db.transaction(async (tx) => {
    const payment = await readAcceptable(tx, payment_id)
    const order = await lockOrder(tx, payment.order_id)
    const isPayable =
      order && !order.completed_at && toCents(order.total) === toCents(payment.amount)
    if (!isPayable) throw notAcceptable()
    if (!order.holds_stock) await reviveOrder(tx, order, at)
    await tx
      .update(payments)
      .set({ status: 'settled', attention_reason: null, resolved_at: at.toISOString() })
      .where(eq(payments.payment_id, payment_id))
    await completeOrder(context, tx, { id: order.id, payment_id, at })
  })
  return readOnePayment(context.db, payment_id)
}

async function readAcceptable(tx: Db, payment_id: string) {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.payment_id, payment_id))
    .for('no key update')
  if (!payment) throw errors.PAYMENT_NOT_FOUND()
  const isLate = payment.status === 'needs-attention' && payment.attention_reason === 'late'
  if (!isLate || !payment.order_id || payment.refunded > 0) throw notAcceptable()
  return { ...payment, order_id: payment.order_id }
}

const notAcceptable = () => errors.NOT_ACCEPTABLE()
