import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  numeric,
  pgTable,
  primaryKey,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { id, instant, money, version } from '#server/platform/columns.ts'

export const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
/** Compared byte by byte, so that its index serves prefix searches under any database locale. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

/**
 * What lists show: a product without group, or a group by its first member on sale. Maintained by triggers of
 * `products` (compute_listings.sql); lists, filters, facets and the search read nothing else to find their cards.
 */
export const listings = pgTable(
  'listings',
  {
    // That of the group or, without one, of the product.
    id: uuid().primaryKey(),
    product_id: uuid().notNull(),
    category: text(),
    featured: boolean().notNull(),
    // The lowest.
    price: money().notNull(),
    // Of all together, at most LOW_STOCK_BELOW: a sale from a larger stock changes no list.
    stock: integer().notNull(),
    on_sale: boolean().notNull(),
    option_ids: integer().array().notNull(),
    rating_average: numeric({ precision: 2, scale: 1, mode: 'number' }).notNull(),
    review_count: integer().notNull(),
    units_sold: integer().notNull(),
    created_at: instant().notNull(),
    // Of all members: names and values (A), category (B), descriptions (C).
    search_words: tsvector().notNull(),
    // In a large catalogue: among those that a search looks at first (large-catalogue.ts).
    top_seller: boolean().notNull().default(false),
  },
  (t) => [
    index('listings_newest').on(t.created_at.desc().nullsFirst(), t.id),
    // Covers every filter and sort of a price range, so that only one page of its rows is read.
    index('listings_price').on(
      t.price,
      t.id,
      t.created_at,
      t.units_sold,
      t.rating_average,
      t.review_count,
      t.stock,
      t.featured,
      t.category,
      t.on_sale,
      t.option_ids,
    ),
    index('listings_rated').on(
      t.rating_average.desc().nullsFirst(),
      t.review_count.desc().nullsFirst(),
      t.id,
    ),
    // With the price, so that a search within a price range reads the rows of its matches alone.
    index('listings_sold').on(t.units_sold.desc().nullsFirst(), t.id, t.price),
    index('listings_category_newest').on(t.category, t.created_at.desc().nullsFirst(), t.id),
    index('listings_category_price').on(t.category, t.price, t.id),
    index('listings_category_rated').on(
      t.category,
      t.rating_average.desc().nullsFirst(),
      t.review_count.desc().nullsFirst(),
      t.id,
    ),
    index('listings_category_sold').on(t.category, t.units_sold.desc().nullsFirst(), t.id, t.price),
    index('listings_featured').on(t.created_at.desc().nullsFirst(), t.id).where(sql`featured`),
    index('listings_on_sale').on(t.created_at.desc().nullsFirst(), t.id).where(sql`on_sale`),
    index('listings_options').using('gin', t.option_ids).with({ fastupdate: false }),
    // Without fastupdate: every search would read the list of pending entries.
    index('listings_search_words').using('gin', t.search_words).with({ fastupdate: false }),
    index('listings_top_sellers')
      .using('gin', t.search_words, t.option_ids)
      .with({ fastupdate: false })
      .where(sql`top_seller`),
  ],
)

/**
 * Pairs of common words that no listing has together, in a large catalogue: proven by large-catalogue.ts, and taken
 * back by a trigger (forget_words_apart.sql) with the first listing that has both.
 */
export const words_apart = pgTable(
  'words_apart',
  {
    first: bytewiseText().notNull(),
    second: bytewiseText().notNull(),
    // Until then listings of transactions that were open may have both.
    proven: boolean().notNull().default(false),
  },
  (t) => [primaryKey({ columns: [t.first, t.second] })],
)

/** One row: groups of words that a search equates, one a line. */
export const search_synonyms = pgTable(
  'search_synonyms',
  {
    id: id(),
    singleton: boolean().notNull().default(true).unique(),
    lines: text().notNull(),
    version: version(),
  },
  (t) => [check('search_synonyms_one_row', sql`${t.singleton}`)],
)

/** Every word of products' names, categories and descriptions, maintained by a trigger: candidates for spelling correction. */
export const product_words = pgTable('product_words', { word: text().primaryKey() }, (t) => [
  index('product_words_trigrams')
    .using('gin', sql`${t.word} gin_trgm_ops`)
    .with({ fastupdate: false }),
])

/** Every lexeme of `products.search_words`, maintained by a trigger: candidates for a typed prefix. */
export const product_lexemes = pgTable('product_lexemes', {
  lexeme: bytewiseText().primaryKey(),
})
