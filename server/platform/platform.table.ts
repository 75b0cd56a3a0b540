import { sql } from 'drizzle-orm'
import { bigint, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/** Live events of the last hour, so that a subscriber who lost its connection can catch up. */
export const live_events = pgTable(
  'live_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    topic: text().notNull(),
    data: jsonb().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.topic, t.id), index().on(t.created_at)],
)

/** Owned by rate-limiter-flexible, which expects exactly these columns. */
export const call_limits = pgTable('call_limits', {
  key: text().primaryKey(),
  points: integer().notNull().default(0),
  expire: bigint({ mode: 'number' }),
})
