import { sql } from 'drizzle-orm'
import { boolean, check, pgTable, text } from 'drizzle-orm/pg-core'
import { id, version } from '#server/platform/columns.ts'

/** One row: whether search and social networks find the products in a feed. */
export const product_feed = pgTable(
  'product_feed',
  {
    id: id(),
    singleton: boolean().notNull().default(true).unique(),
    enabled: boolean().notNull().default(false),
    // Of products that name none.
    brand: text().notNull().default(''),
    version: version(),
  },
  (t) => [check('product_feed_one_row', sql`${t.singleton}`)],
)
