import { desc, eq } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import type { Payment } from '#contract/payments.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { completeOrder, lockOrder, readOrderStates, reviveOrder } from '../orders/index.ts'
import { needsAttention } from './open-payments.ts'
import { payments } from './payments.table.ts'
import { leftOfParts, refundsOf } from './refund-parts.ts'

const PER_PAGE = 20

/** Newest first. A refund that failed or has no answer yet also puts its payment here. */
export async function listAttention(db: Db, page = 1) {
  const rows = await db
    .select()
    .from(payments)
    .where(needsAttention)
    .orderBy(desc(payments.created_at), desc(payments.payment_id))
    .offset((page - 1) * PER_PAGE)
    .limit(PER_PAGE + 1)
  const items = await withDetails(db, rows.slice(0, PER_PAGE))
  return { items, page, has_more: rows.length > PER_PAGE }
}

/** Newest first. */
export async function listPaymentsOf(db: Db, order_id: string) {
  const rows = await db
    .select()
    .from(payments)
    .where(eq(payments.order_id, order_id))
    .orderBy(desc(payments.created_at), desc(payments.payment_id))
  return withDetails(db, rows)
}

async function readOnePayment(db: Db, payment_id: string): Promise<Payment> {
  const rows = await db.select().from(payments).where(eq(payments.payment_id, payment_id))
  const [payment] = await withDetails(db, rows)
  if (!payment) throw errors.PAYMENT_NOT_FOUND()
  return payment
}

async function withDetails(db: Db, rows: (typeof payments.$inferSelect)[]): Promise<Payment[]> {
  if (rows.length === 0) return []
  const order_ids = rows.flatMap(({ order_id }) => order_id ?? [])
  const orders = order_ids.length > 0 ? await readOrderStates(db, order_ids) : []
  const ids = rows.map(({ payment_id }) => payment_id)
  const refunded = await refundsOf(db, ids)
  return rows.map((row) => {
    const order = orders.find(({ id }) => id === row.order_id)
    const given = refunded.filter(({ payment_id }) => payment_id === row.payment_id)
    const parts_left = leftOfParts(row, order, given)
    return { ...row, refunds: given, order: order ?? null, parts_left }
  })
}

const ACCEPTABLE = {
  late: 'Late payment accepted',
  unconfirmed: 'Unconfirmed payment accepted',
} as const

/**
 * The admin decides that the payment completes its order: a late one, if the stock is still available, or an
 * unconfirmed one that the admin has seen in the provider's dashboard.
 */
export async function acceptPayment(context: AppContext, payment_id: string, admin: ChangedBy) {
  const at = context.now()
  const { order_id } = await readOnePayment(context.db, payment_id)
  if (!order_id) throw errors.NOT_ACCEPTABLE()
  await context.db.transaction(async (tx) => {
    // The order before the payment, as in settlePayment: the other sequence could deadlock with it.
    const order = await lockOrder(tx, order_id)
    const payment = await lockPayment(tx, payment_id)
    const { attention_reason: why, amount, refunded } = payment
    const isOpen = payment.status === 'needs-attention' && refunded === 0
    const isPayable = order && !order.completed_at && toCents(order.total) === toCents(amount)
    if (!isOpen || !isPayable || (why !== 'late' && why !== 'unconfirmed')) {
      throw errors.NOT_ACCEPTABLE()
    }
    const by = { actor: 'admin', actor_id: admin.id, reason: ACCEPTABLE[why] } as const
    const held = order.holds_stock ? order : await reviveOrder(tx, order, at, by)
    await tx
      .update(payments)
      .set({
        status: 'settled',
        attention_reason: null,
        next_check_at: null,
        resolved_at: at.toISOString(),
      })
      .where(eq(payments.payment_id, payment_id))
    await completeOrder(context, tx, held, { payment_id, at, by })
    await recordDecision(tx, admin, payment, { status: 'settled', attention_reason: null })
  })
  return readOnePayment(context.db, payment_id)
}

export async function lockPayment(tx: Db, payment_id: string) {
  const [payment] = await tx
    .select()
    .from(payments)
    .where(eq(payments.payment_id, payment_id))
    .for('no key update')
  if (!payment) throw errors.PAYMENT_NOT_FOUND()
  return payment
}

/** The admin has dealt with it. A settled payment stays settled, because its order depends on it. */
export async function resolvePayment({ db }: AppContext, payment_id: string, admin: ChangedBy) {
  await db.transaction(async (tx) => {
    const payment = await lockPayment(tx, payment_id)
    const fields = {
      status: payment.status === 'needs-attention' ? ('resolved' as const) : payment.status,
      resolved_at: admin.at.toISOString(),
    }
    await tx.update(payments).set(fields).where(eq(payments.payment_id, payment_id))
    await recordDecision(tx, admin, payment, fields)
  })
  return readOnePayment(db, payment_id)
}

type Stored = typeof payments.$inferSelect

async function recordDecision(tx: Db, by: ChangedBy, before: Stored, change: Partial<Stored>) {
  const object = { type: 'payments', id: before.payment_id, name: `Payment ${before.payment_id}` }
  await recordAudit(tx, { by, object, before, after: { ...before, ...change } })
  await announceChange(tx, 'payments')
  await announceChange(tx, 'orders')
}
