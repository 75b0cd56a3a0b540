import { randomUUID } from 'node:crypto'
import { and, eq, getTableColumns, ilike, or, sql } from 'drizzle-orm'
import type { DeliveryQuery } from '#contract/webhooks.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import { sendSignal } from '#server/platform/signals.ts'
import { webhook_deliveries, webhooks } from './connections.table.ts'

/** Sent by the triggers of queue_webhooks.sql, too: every process looks for what is due. */
export const WEBHOOKS_WAITING = 'webhooks-waiting'

export function listDeliveries(db: Db, query: DeliveryQuery) {
  const { q, webhook_id, status, event, sort = '-created_at' } = query
  const where = and(
    q
      ? or(
          ilike(webhook_deliveries.object_id, containing(q)),
          ilike(webhook_deliveries.error, containing(q)),
        )
      : undefined,
    webhook_id ? eq(webhook_deliveries.webhook_id, webhook_id) : undefined,
    status ? eq(webhook_deliveries.status, status) : undefined,
    event ? eq(webhook_deliveries.event, event) : undefined,
  )
  const { created_at, id } = webhook_deliveries
  return paged(query, {
    count: () => db.$count(webhook_deliveries, where),
    rows: async ({ offset, limit }) => {
      const rows = await db
        .select({ ...getTableColumns(webhook_deliveries), url: webhooks.url })
        .from(webhook_deliveries)
        .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
        .where(where)
        .orderBy(...orderBy(sort, { created_at }, id))
        .offset(offset)
        .limit(limit)
      return rows.map(({ next_attempt_at, ...row }) => ({
        ...row,
        next_attempt_at: row.status === 'waiting' ? next_attempt_at : null,
      }))
    },
  })
}

/** With the same id, so that a receiver which has it already recognises it; and for three days anew. */
export const resendDelivery = (db: Db, id: string) =>
  db.transaction(async (tx) => {
    const [found] = await tx
      .select({ active: webhooks.active })
      .from(webhook_deliveries)
      .innerJoin(webhooks, eq(webhooks.id, webhook_deliveries.webhook_id))
      .where(eq(webhook_deliveries.id, id))
    if (!found) throw errors.ROW_NOT_FOUND()
    if (!found.active) throw errors.WEBHOOK_OFF()
    const anew = {
      status: 'waiting',
      attempts: 0,
      next_attempt_at: sql`now()`,
      give_up_at: sql`now() + interval '3 days'`,
    } as const
    await tx.update(webhook_deliveries).set(anew).where(eq(webhook_deliveries.id, id))
    await sendSignal(tx, WEBHOOKS_WAITING, {})
  })

export const testWebhook = (db: Db, id: string) =>
  db.transaction(async (tx) => {
    const [webhook] = await tx
      .select({ active: webhooks.active })
      .from(webhooks)
      .where(eq(webhooks.id, id))
    if (!webhook) throw errors.ROW_NOT_FOUND()
    if (!webhook.active) throw errors.WEBHOOK_OFF()
    const delivery = { webhook_id: id, event: 'test', object_id: randomUUID() } as const
    await tx.insert(webhook_deliveries).values(delivery)
    await sendSignal(tx, WEBHOOKS_WAITING, {})
  })
