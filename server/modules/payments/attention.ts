import { and, desc, eq, isNotNull, isNull, or, sql } from 'drizzle-orm'
import type { Payment } from '#contract/payments.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { completeOrder, lockOrder, readOrderStates, reviveOrder, toCents } from '../orders/index.ts'
import { payments } from './payments.table.ts'

const PER_PAGE = 20

/** Includes settled ones that the provider does not confirm. */
const needsAttention = or(
  eq(payments.status, 'needs-attention'),
  and(
    eq(payments.status, 'settled'),
    isNotNull(payments.attention_reason),
    isNull(payments.resolved_at),
  ),
)

export async function listAttention(db: Db, page = 1) {
  const rows = await db
    .select()
    .from(payments)
    .where(needsAttention)
    .orderBy(desc(payments.created_at), desc(payments.payment_id))
    .offset((page - 1) * PER_PAGE)
    .limit(PER_PAGE + 1)
  const items = await withOrders(db, rows.slice(0, PER_PAGE))
  return { items, page, has_more: rows.length > PER_PAGE }
}

async function readOnePayment(db: Db, payment_id: string): Promise<Payment> {
  const rows = await db.select().from(payments).where(eq(payments.payment_id, payment_id))
  const [payment] = await withOrders(db, rows)
  if (!payment) throw errors.PAYMENT_NOT_FOUND()
  return payment
}

async function withOrders(db: Db, rows: (typeof payments.$inferSelect)[]): Promise<Payment[]> {
  const ids = rows.flatMap(({ order_id }) => order_id ?? [])
  const orders = ids.length > 0 ? await readOrderStates(db, ids) : []
  return rows.map((row) => ({
    ...row,
    order: orders.find(({ id }) => id === row.order_id) ?? null,
  }))
}

/** Fulfils after all: the order takes its stock again, if available, and is completed by the late payment. */
export async function acceptPayment(context: AppContext, payment_id: string, admin_id: string) {
  const at = context.now()
  const by = { actor: 'admin', actor_id: admin_id, reason: 'Late payment accepted' } as const
  await context.db.transaction(async (tx) => {
    const payment = await readAcceptable(tx, payment_id)
    const order = await lockOrder(tx, payment.order_id)
    const isPayable =
      order && !order.completed_at && toCents(order.total) === toCents(payment.amount)
    if (!isPayable) throw errors.NOT_ACCEPTABLE()
    const revived = order.holds_stock ? order : await reviveOrder(tx, order, at, by)
    await tx
      .update(payments)
      .set({ status: 'settled', attention_reason: null, resolved_at: at.toISOString() })
      .where(eq(payments.payment_id, payment_id))
    await completeOrder(context, tx, revived, { payment_id, at, by })
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
  if (!isLate || !payment.order_id || payment.refunded > 0) throw errors.NOT_ACCEPTABLE()
  return { ...payment, order_id: payment.order_id }
}

/** The admin has dealt with it. A settled payment stays settled, because its order depends on it. */
export async function resolvePayment({ db, now }: AppContext, payment_id: string) {
  await db
    .update(payments)
    .set({
      status: sql`case when ${payments.status} = 'needs-attention' then 'resolved' else ${payments.status} end`,
      resolved_at: now().toISOString(),
    })
    .where(eq(payments.payment_id, payment_id))
  return readOnePayment(db, payment_id)
}
