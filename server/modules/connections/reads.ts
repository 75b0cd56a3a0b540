import { and, inArray, isNotNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { webhooks } from './connections.table.ts'

// What every module may read of this one.

export const hasWebhooks = async (db: Db) => (await db.$count(webhooks)) > 0

/** Those that the shop switched off, and that are still off. */
export const switchedOffWebhooks = (db: Db, ids: string[]) =>
  db
    .select({ url: webhooks.url, reason: webhooks.disabled_reason })
    .from(webhooks)
    .where(and(inArray(webhooks.id, ids), isNotNull(webhooks.disabled_at)))
