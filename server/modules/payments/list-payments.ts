import { and, desc, eq, isNotNull, isNull, or } from 'drizzle-orm'
import type { Payment } from '#contract/payments.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { readOrderStates } from '../orders/index.ts'
import { payments } from './payments.table.ts'

const PER_PAGE = 20

/** Also settled ones that the provider's books do not confirm. */
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

export async function readOnePayment(db: Db, payment_id: string): Promise<Payment> {
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
