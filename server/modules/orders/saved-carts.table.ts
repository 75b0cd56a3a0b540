import { index, jsonb, pgTable, uuid } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'

/** The cart of a signed-in shopper who agreed to reminders, as a browser last showed it. */
export const saved_carts = pgTable(
  'saved_carts',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    lines: jsonb().$type<{ product_id: string; quantity: number }[]>().notNull(),
    changed_at: instant().notNull(),
    // One cart is reminded of once; it is another cart after it was emptied or ordered.
    reminded_at: instant(),
  },
  (t) => [index('saved_carts_due').on(t.reminded_at, t.changed_at)],
)
