import { sql } from 'drizzle-orm'
import { bigint, check, index, integer, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { AUDIT_ACTIONS } from '#contract/insights.ts'
import { instant, oneOf } from './columns.ts'

/** Owned by rate-limiter-flexible, which expects exactly these columns. */
export const call_limits = pgTable('call_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})

/**
 * Every change that an admin made, with the fields that differ. The actor's name stays as it was then, also
 * after the account is gone.
 */
export const audit_log = pgTable(
  'audit_log',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    created_at: instant().notNull(),
    actor_id: uuid().notNull(),
    actor_name: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    object_type: text().notNull(),
    object_id: text().notNull(),
    object_name: text().notNull(),
    before: jsonb().$type<Record<string, unknown>>(),
    after: jsonb().$type<Record<string, unknown>>(),
    // The row's version after the change; null when rows of this kind have none.
    version: integer(),
  },
  (t) => [
    index().on(t.object_type, t.object_id, t.id.desc()),
    index().on(t.actor_id, t.id.desc()),
    index().on(t.object_type, t.id.desc()),
    index('audit_log_newest').on(t.created_at.desc().nullsFirst(), t.id.desc().nullsFirst()),
    check('audit_log_action_known', sql`${t.action} in (${sql.raw(oneOf(AUDIT_ACTIONS))})`),
  ],
)
