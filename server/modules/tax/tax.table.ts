import { sql } from 'drizzle-orm'
import { boolean, check, index, numeric, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { id, instant, version } from '#server/platform/columns.ts'

/** One row: `singleton` is its key and can only be true. */
export const tax_settings = pgTable(
  'tax_settings',
  {
    id: id(),
    singleton: boolean().notNull().default(true).unique(),
    enabled: boolean().notNull().default(false),
    prices_include_tax: boolean().notNull().default(false),
    version: version(),
  },
  (t) => [check('tax_settings_one_row', sql`${t.singleton}`)],
)

/** A tax of a place. All that match an address add up. */
export const tax_rates = pgTable(
  'tax_rates',
  {
    id: id(),
    country: text().notNull(),
    /** Empty: the whole country. */
    state: text().notNull().default(''),
    /** A whole code, or its beginning with a star behind it; empty: all. */
    zip: text().notNull().default(''),
    name: text().notNull(),
    /** In percent. */
    rate: numeric({ precision: 7, scale: 4, mode: 'number' }).notNull(),
    shipping_taxed: boolean().notNull().default(false),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
    // Place and name, for the search.
    words: text().generatedAlwaysAs(
      sql`lower(country || ' ' || state || ' ' || zip || ' ' || name)`,
    ),
  },
  (t) => [
    // Also answers which rates an address has, and sorts the list.
    uniqueIndex('tax_rates_once').on(t.country, t.state, t.zip, t.name),
    index('tax_rates_search').using('gin', sql`${t.words} gin_trgm_ops`),
    check('tax_rates_name_given', sql`length(btrim(${t.name})) between 1 and 60`),
    check('tax_rates_rate', sql`${t.rate} > 0 and ${t.rate} <= 100`),
  ],
)
