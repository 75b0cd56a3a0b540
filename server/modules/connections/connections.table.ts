import { sql } from 'drizzle-orm'
import { boolean, check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { KeyScope } from '#contract/key-scopes.ts'
import { WEBHOOK_EVENTS } from '#contract/webhook-events.ts'
import { DELIVERED_EVENTS, DELIVERY_STATUSES, SWITCHED_OFF_REASONS } from '#contract/webhooks.ts'
import { id, instant, oneOf, version } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'

/** Keys for programs. They end with the account of who created them. */
export const api_keys = pgTable(
  'api_keys',
  {
    id: id(),
    name: text().notNull(),
    key_hash: text().notNull().unique(),
    /** The last letters of the key. */
    hint: text().notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    calls_per_minute: integer().$type<60 | 300 | 1200>().notNull(),
    created_by: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    last_used_at: instant(),
    revoked_at: instant(),
    version: version(),
  },
  (t) => [index().on(t.created_by), index().on(t.created_at, t.id)],
)

/** Addresses that are called when something happens in the shop. */
export const webhooks = pgTable('webhooks', {
  id: id(),
  url: text().notNull(),
  events: text({ enum: WEBHOOK_EVENTS }).array().notNull(),
  active: boolean().notNull().default(true),
  /** What signs the calls, encrypted with the key of the shop. */
  secret: text().notNull(),
  /** When and why the shop switched it off by itself. */
  disabled_at: instant(),
  disabled_reason: text({ enum: SWITCHED_OFF_REASONS }),
  created_at: instant().notNull().default(sql`now()`),
  version: version(),
})

/**
 * An event for one webhook, written by the triggers of queue_webhooks.sql in the transaction of what happened. It names the
 * object only: what is sent is read then, so nothing personal is stored here.
 */
export const webhook_deliveries = pgTable(
  'webhook_deliveries',
  {
    id: id(),
    webhook_id: uuid()
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text({ enum: DELIVERED_EVENTS }).notNull(),
    object_id: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    status: text({ enum: DELIVERY_STATUSES }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    /** While an attempt runs, when the next one may begin if the process is killed. */
    next_attempt_at: instant().notNull().default(sql`now()`),
    /** No attempt begins after that. */
    give_up_at: instant().notNull().default(sql`now() + interval '3 days'`),
    last_attempt_at: instant(),
    response_status: integer(),
    error: text(),
  },
  (t) => [
    index('webhook_deliveries_due')
      .on(t.webhook_id, t.next_attempt_at)
      .where(sql`status = 'waiting'`),
    index('webhook_deliveries_newest').on(t.created_at, t.id),
    index('webhook_deliveries_of').on(t.webhook_id, t.created_at, t.id),
    index('webhook_deliveries_object').on(t.object_id, t.created_at),
    index('webhook_deliveries_delivered')
      .on(t.webhook_id, t.last_attempt_at)
      .where(sql`status = 'delivered'`),
    check(
      'webhook_deliveries_status_known',
      sql`${t.status} in (${sql.raw(oneOf(DELIVERY_STATUSES))})`,
    ),
  ],
)
