import { sql } from 'drizzle-orm'
import { index, integer, numeric, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'

/**
 * Every account, and every address that ordered as a guest or was imported, with the sums of their orders. Written by
 * triggers of `orders`, `profiles` and `contacts` alone, so that no code path can forget it.
 */
export const customers = pgTable(
  'customers',
  {
    id: id(),
    // Null for a guest.
    user_id: uuid()
      .unique()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    full_name: text().notNull().default(''),
    order_count: integer().notNull().default(0),
    // Of orders that were completed and not cancelled.
    spent: numeric({ precision: 12, scale: 2, mode: 'number' }).notNull().default(0),
    last_order_at: instant(),
    created_at: instant().notNull().default(sql`now()`),
    // Those without an order have their place by when they signed up.
    active_at: instant().generatedAlwaysAs(sql`coalesce(last_order_at, created_at)`),
    search_text: text().generatedAlwaysAs(sql`lower(full_name || ' ' || email)`),
  },
  (t) => [
    uniqueIndex('customers_guest').on(t.email).where(sql`user_id is null`),
    index('customers_by_activity').on(t.active_at, t.id),
    index('customers_by_spent').on(t.spent, t.id),
    index('customers_by_orders').on(t.order_count, t.id),
    index('customers_by_name').on(t.full_name, t.id),
    index('customers_search').using('gin', sql`${t.search_text} gin_trgm_ops`),
  ],
)
