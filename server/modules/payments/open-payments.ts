import { and, inArray, isNotNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { Db } from '#server/platform/database.ts'
import { payments, refunds } from './payments.table.ts'

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

/** A subquery: the orders with such a payment. */
export const ordersNeedingAttention = new QueryBuilder()
  .select({ order_id: payments.order_id })
  .from(payments)
  .where(and(isNotNull(payments.order_id), needsAttention))
