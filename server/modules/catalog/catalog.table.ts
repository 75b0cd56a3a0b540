import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  customType,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ANNOUNCEMENT_KINDS } from '#contract/edit-products.ts'
import { STOCK_REASONS } from '#contract/stock.ts'
import { id, instant, money, oneOf, version } from '#server/platform/columns.ts'

const tsvector = customType<{ data: string }>({ dataType: () => 'tsvector' })
/** Compared byte by byte, so that its index serves prefix searches under any database locale. */
const bytewiseText = customType<{ data: string }>({ dataType: () => 'text collate "C"' })

export const categories = pgTable(
  'categories',
  {
    id: id(),
    name: text().notNull().unique(),
    description: text(),
    display_order: integer().notNull().default(0),
    is_active: boolean().notNull().default(true),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index().on(t.is_active, t.display_order, t.name),
    check('categories_name_given', sql`length(btrim(${t.name})) between 1 and 100`),
  ],
)

export const products = pgTable(
  'products',
  {
    id: id(),
    name: text().notNull(),
    description: text().notNull(),
    ingredients: text().notNull().default(''),
    how_to_use: text().notNull().default(''),
    delivery_and_returns: text().notNull().default(''),
    price: money().notNull(),
    cost_price: money(),
    original_price: money(),
    images: text().array().notNull().default(sql`'{}'`),
    image_url: text().generatedAlwaysAs((): SQL => sql`${products.images}[1]`),
    // Renaming a category renames it here; deleting one leaves its products without category.
    category: text().references(() => categories.name, {
      onUpdate: 'cascade',
      onDelete: 'set null',
    }),
    // Options of `product_attributes`, sorted.
    option_ids: integer().array().notNull().default(sql`'{}'`),
    stock: integer().notNull().default(0),
    featured: boolean().notNull().default(false),
    rating_average: numeric({ precision: 2, scale: 1, mode: 'number' }).notNull().default(0),
    review_count: integer().notNull().default(0),
    // Shown reviews with one to five stars. A trigger maintains them, and the two columns above from them.
    rating_counts: integer().array().notNull().default(sql`'{0,0,0,0,0}'`),
    units_sold: integer().notNull().default(0),
    // A product with orders is archived, not erased, so that old orders keep their lines.
    archived_at: instant(),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
    // Without accents and case, for the search of the back office: the index is checked against each row.
    plain_name: text().generatedAlwaysAs((): SQL => sql`plain_text(${products.name})`),
    // Without accents and case: name (A), category (B), word stems of the description (C).
    search_words: tsvector().generatedAlwaysAs(
      (): SQL =>
        sql`setweight(to_tsvector('simple', plain_text(${products.name})), 'A') || setweight(to_tsvector('simple', plain_text(coalesce(${products.category}, ''))), 'B') || setweight(to_tsvector('english', plain_text(${products.description})), 'C')`,
    ),
  },
  (t) => [
    // A plain `order by … desc` puts nulls first, so the indexes that serve it must, too.
    index('products_newest')
      .on(t.created_at.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null`),
    // Covers every filter and sort of a price range, so that only one page of its rows is read.
    index('products_price')
      .on(
        t.price,
        t.id,
        t.created_at,
        t.units_sold,
        t.rating_average,
        t.review_count,
        t.stock,
        t.featured,
        t.category,
        t.original_price,
        t.option_ids,
      )
      .where(sql`archived_at is null`),
    index('products_rated')
      .on(t.rating_average.desc().nullsFirst(), t.review_count.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null`),
    index('products_sold')
      .on(t.units_sold.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null`),
    index('products_category_newest')
      .on(t.category, t.created_at.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null`),
    index('products_category_price').on(t.category, t.price, t.id).where(sql`archived_at is null`),
    index('products_category_rated')
      .on(
        t.category,
        t.rating_average.desc().nullsFirst(),
        t.review_count.desc().nullsFirst(),
        t.id,
      )
      .where(sql`archived_at is null`),
    index('products_category_sold')
      .on(t.category, t.units_sold.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null`),
    index('products_featured')
      .on(t.created_at.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null and featured`),
    index('products_on_sale')
      .on(t.created_at.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null and original_price > price`),
    index('products_options')
      .using('gin', t.option_ids)
      .with({ fastupdate: false })
      .where(sql`archived_at is null`),
    index('products_low_stock').on(t.stock).where(sql`archived_at is null and stock < 10`),
    // What the stock has cost and could earn, without reading the products.
    index('products_inventory').on(t.stock, t.price, t.cost_price).where(sql`archived_at is null`),
    // Without fastupdate: every search would read the list of pending entries.
    index('products_search_words')
      .using('gin', t.search_words)
      .with({ fastupdate: false })
      .where(sql`archived_at is null`),
    index('products_name').on(t.name, t.id).where(sql`archived_at is null`),
    index('products_category_name').on(t.category, t.name, t.id).where(sql`archived_at is null`),
    index('products_stock').on(t.stock, t.id).where(sql`archived_at is null`),
    index('products_archived')
      .on(t.created_at.desc().nullsFirst(), t.id)
      .where(sql`archived_at is not null`),
    // For the back office: any part of a name.
    index('products_name_parts')
      .using('gin', sql`${t.plain_name} gin_trgm_ops`)
      .with({ fastupdate: false }),
    check('products_name_given', sql`length(btrim(${t.name})) between 1 and 200`),
    check('products_price_not_negative', sql`${t.price} >= 0`),
    check('products_cost_not_negative', sql`${t.cost_price} >= 0`),
    check('products_original_not_negative', sql`${t.original_price} >= 0`),
    check('products_stock_not_negative', sql`${t.stock} >= 0`),
    check(
      'products_rating_known',
      sql`${t.rating_average} between 0 and 5 and ${t.review_count} >= 0`,
    ),
    check('products_rating_counts', sql`cardinality(${t.rating_counts}) = 5`),
  ],
)

export const attributeOptionIds = pgSequence('attribute_option_ids')

/** What products can be filtered by. An option keeps its number, also when it is renamed. */
export const product_attributes = pgTable('product_attributes', {
  id: id(),
  name: text().notNull().unique(),
  options: jsonb().$type<{ id: number; label: string }[]>().notNull(),
  version: version(),
  created_at: instant().notNull().default(sql`now()`),
})

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

/** What products were called before: orders show the name as it was bought. Written by a trigger of `products`. */
export const former_product_names = pgTable(
  'former_product_names',
  {
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    name: text().notNull(),
    plain_name: text().generatedAlwaysAs((): SQL => sql`plain_text(${former_product_names.name})`),
  },
  (t) => [
    primaryKey({ columns: [t.product_id, t.name] }),
    index('former_product_names_parts').using('gin', sql`${t.plain_name} gin_trgm_ops`),
  ],
)

/** Every word of products' names, categories and descriptions, maintained by a trigger: candidates for spelling correction. */
export const product_words = pgTable('product_words', { word: text().primaryKey() }, (t) => [
  index('product_words_similar').using('gist', sql`${t.word} gist_trgm_ops`),
])

/** Every lexeme of `products.search_words`, maintained by a trigger: candidates for a typed prefix. */
export const product_lexemes = pgTable('product_lexemes', {
  lexeme: bytewiseText().primaryKey(),
})

/** Why a sale changes a stock; an admin's reasons are in the contract. `set` is the stock of a new product. */
const ORDER_REASONS = ['ordered', 'given-back'] as const

/** Every change of a stock. Invariant: products.stock = sum(change). */
export const stock_movements = pgTable(
  'stock_movements',
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    change: integer().notNull(),
    reason: text({ enum: [...STOCK_REASONS, 'set', ...ORDER_REASONS] }).notNull(),
    note: text(),
    order_id: uuid(),
    /** The admin; null for orders. */
    actor_id: uuid(),
    actor_name: text(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('stock_movements_newest').on(
      t.product_id,
      t.created_at.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index().on(t.order_id),
    check(
      'stock_movements_reason_known',
      sql`${t.reason} in (${sql.raw(oneOf([...STOCK_REASONS, 'set', ...ORDER_REASONS]))})`,
    ),
    check(
      'stock_movements_order_named',
      sql`(${t.reason} in (${sql.raw(oneOf(ORDER_REASONS))})) = (${t.order_id} is not null)`,
    ),
  ],
)

/** Which mails about a product an admin sent to everyone with consent. */
export const product_announcements = pgTable(
  'product_announcements',
  {
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    kind: text({ enum: ANNOUNCEMENT_KINDS }).notNull(),
    price: money().notNull(),
    actor_name: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.product_id, t.kind, t.price] }),
    check(
      'product_announcements_kind_known',
      sql`${t.kind} in (${sql.raw(oneOf(ANNOUNCEMENT_KINDS))})`,
    ),
  ],
)

/** Who asked for a product, at an address that proved to be theirs. */
export const back_in_stock_requests = pgTable(
  'back_in_stock_requests',
  {
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    email: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    notified_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.product_id, t.email] }),
    uniqueIndex('back_in_stock_waiting').on(t.product_id, t.email).where(sql`notified_at is null`),
  ],
)
