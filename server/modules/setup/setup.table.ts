import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { MOST_PROXIES } from '#contract/shop-address.ts'
import { instant, version } from '#server/platform/columns.ts'

/** One row: what an admin set that is otherwise a variable of the environment. */
export const operating_settings = pgTable(
  'operating_settings',
  {
    id: text().primaryKey().default('shop'),
    public_url: text(),
    trusted_proxies: integer(),
    // The address at which this shop was last seen to answer.
    checked_url: text(),
    checked_at: instant(),
    version: version(),
  },
  (t) => [
    check('operating_settings_one_row', sql`${t.id} = 'shop'`),
    check(
      'operating_settings_proxies',
      sql`${t.trusted_proxies} between 0 and ${sql.raw(String(MOST_PROXIES))}`,
    ),
  ],
)

/** One row: whether the set-up guide is on the dashboard. */
export const setup_guide = pgTable(
  'setup_guide',
  {
    singleton: boolean().primaryKey().default(true),
    is_hidden: boolean().notNull(),
  },
  (t) => [check('setup_guide_one_row', sql`${t.singleton}`)],
)

/** What the owner read and decided to use as it is. */
export const setup_confirmations = pgTable('setup_confirmations', {
  subject: text().primaryKey(),
  // What it was when it was confirmed; a confirmation of anything else does not count.
  content_hash: text().notNull(),
  confirmed_by: text().notNull(),
  confirmed_at: instant().notNull(),
})
