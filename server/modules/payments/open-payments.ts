import { and, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/database.ts'
import { payment_pages, payments, refunds } from './payments.table.ts'

/** Three questions, so that an index answers each: almost every payment is settled and needs nothing. */
const openPayments = sql`(
  select p.payment_id from ${payments} p where p.status = 'needs-attention'
  union all
  select p.payment_id from ${payments} p
  where p.status = 'settled' and p.attention_reason is not null and p.resolved_at is null
  union all
  select r.payment_id from ${refunds} r join ${payments} p on p.payment_id = r.payment_id
  where r.status in ('requested', 'failed') and (p.resolved_at is null or r.updated_at > p.resolved_at))`

/** A payment that waits for a decision. */
export const needsAttention = inArray(payments.payment_id, openPayments)

export const countAttention = (db: Db) => db.$count(payments, needsAttention)

/** Those of these payments that wait for a decision. */
export const attentionOf = (db: Db, ids: string[]) =>
  db
    .select({ amount: payments.amount, order_id: payments.order_id })
    .from(payments)
    .where(and(inArray(payments.payment_id, ids), needsAttention))

export const refundsNamed = (db: Db, ids: string[]) =>
  db
    .select({
      id: refunds.id,
      order_id: payments.order_id,
      payment_id: refunds.payment_id,
      amount: refunds.amount,
      reason: refunds.reason,
      created_at: refunds.created_at,
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.payment_id, refunds.payment_id))
    .where(inArray(refunds.id, ids))

/** A payment page cannot be closed, and what was paid in its last second is noticed a little later. */
const AFTER_PAGE_MS = 5 * 60_000

/** Whether an order may be paid at this moment, or was. */
export async function isPaymentUnderWay(db: Db, order_id: string, at: Date) {
  const since = new Date(at.getTime() - AFTER_PAGE_MS).toISOString()
  const isOpen = and(eq(payment_pages.order_id, order_id), gt(payment_pages.expires_at, since))
  if ((await db.$count(payment_pages, isOpen)) > 0) return true
  return (await db.$count(payments, eq(payments.order_id, order_id))) > 0
}

/** A subquery: the orders with such a payment. */
export const ordersNeedingAttention = new QueryBuilder()
  .select({ order_id: payments.order_id })
  .from(payments)
  .where(and(isNotNull(payments.order_id), needsAttention))
