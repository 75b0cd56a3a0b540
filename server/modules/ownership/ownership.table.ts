import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'

/** One row, once the owner has turned the demo into the own shop. */
export const shop_ownership = pgTable(
  'shop_ownership',
  {
    singleton: boolean().primaryKey().default(true),
    made_mine_at: instant().notNull(),
    made_mine_by: text().notNull(),
    /** The file in the folder of backups that brings the demo back. */
    backup: text().notNull(),
  },
  (t) => [check('shop_ownership_one_row', sql`${t.singleton}`)],
)
