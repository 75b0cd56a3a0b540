import { type SQL, sql } from 'drizzle-orm'
import {
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { ANNOUNCEMENT_KINDS, MOVEMENT_REASONS, ORDER_REASONS } from '#contract/edit-products.ts'
import { GROUP_KINDS } from '#contract/product-groups.ts'
import { id, instant, money, oneOf, version } from '#server/platform/columns.ts'

import { tsvector } from './listings.table.ts'

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

/** Sizes or shades of one thing. Each is a product of its own; `products` says which belong here. */
export const product_groups = pgTable(
  'product_groups',
  {
    id: id(),
    name: text().notNull().unique(),
    // What is chosen: "Size", "Shade".
    option_name: text().notNull(),
    kind: text({ enum: GROUP_KINDS }).notNull(),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    // For the foreign key of the members, which carry the name.
    unique('product_groups_id_name').on(t.id, t.name),
    check('product_groups_name_given', sql`length(btrim(${t.name})) between 1 and 200`),
    check('product_groups_option_given', sql`length(btrim(${t.option_name})) between 1 and 40`),
    check('product_groups_kind_known', sql`${t.kind} in (${sql.raw(oneOf(GROUP_KINDS))})`),
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
    brand: text().notNull().default(''),
    gtin: text().notNull().default(''),
    mpn: text().notNull().default(''),
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
    // For shipping by weight; null: not weighed, counts as nothing.
    weight_grams: integer(),
    // No sales tax is taken on it.
    tax_exempt: boolean().notNull().default(false),
    featured: boolean().notNull().default(false),
    rating_average: numeric({ precision: 2, scale: 1, mode: 'number' }).notNull().default(0),
    review_count: integer().notNull().default(0),
    // Shown reviews with one to five stars. A trigger maintains them, and the two columns above from them.
    rating_counts: integer().array().notNull().default(sql`'{0,0,0,0,0}'`),
    units_sold: integer().notNull().default(0),
    group_id: uuid(),
    // The name of the group, as `category` is that of a category: renaming the group renames it here.
    group_name: text(),
    group_position: integer(),
    // What this one is within its group: "30 ml".
    group_value: text(),
    group_colour: text(),
    // How one line names it, wherever it is sold: "Rosehip Renewal Serum, 30 ml".
    full_name: text()
      .notNull()
      .generatedAlwaysAs(
        (): SQL =>
          sql`coalesce(${products.group_name} || ', ' || ${products.group_value}, ${products.name})`,
      ),
    // A product with orders is archived, not erased, so that old orders keep their lines.
    archived_at: instant(),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
    // Read by the version before sizes and shades alone; to be dropped by a later migration.
    plain_name: text().generatedAlwaysAs((): SQL => sql`plain_text(${products.name})`),
    // Without accents and case, for the search of the back office: the index is checked against each row.
    plain_full_name: text().generatedAlwaysAs(
      (): SQL =>
        sql`plain_text(${products.name} || coalesce(' ' || ${products.group_name} || ' ' || ${products.group_value}, ''))`,
    ),
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
    index('products_price').on(t.price, t.id).where(sql`archived_at is null`),
    index('products_sold')
      .on(t.units_sold.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null`),
    index('products_category_newest')
      .on(t.category, t.created_at.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null`),
    index('products_featured')
      .on(t.created_at.desc().nullsFirst(), t.id)
      .where(sql`archived_at is null and featured`),
    index('products_of_group').on(t.group_id, t.group_position, t.id),
    index('products_low_stock').on(t.stock).where(sql`archived_at is null and stock < 10`),
    // What the stock has cost and could earn, without reading the products.
    index('products_inventory').on(t.stock, t.price, t.cost_price).where(sql`archived_at is null`),
    index('products_name').on(t.name, t.id).where(sql`archived_at is null`),
    index('products_category_name').on(t.category, t.name, t.id).where(sql`archived_at is null`),
    index('products_stock').on(t.stock, t.id).where(sql`archived_at is null`),
    index('products_archived')
      .on(t.created_at.desc().nullsFirst(), t.id)
      .where(sql`archived_at is not null`),
    // For the back office: any part of a name.
    index('products_name_parts')
      .using('gin', sql`${t.plain_full_name} gin_trgm_ops`)
      .with({ fastupdate: false }),
    check('products_name_given', sql`length(btrim(${t.name})) between 1 and 200`),
    check('products_price_not_negative', sql`${t.price} >= 0`),
    check('products_weight_not_negative', sql`${t.weight_grams} >= 0`),
    check('products_cost_not_negative', sql`${t.cost_price} >= 0`),
    check('products_original_not_negative', sql`${t.original_price} >= 0`),
    check('products_stock_not_negative', sql`${t.stock} >= 0`),
    check(
      'products_rating_known',
      sql`${t.rating_average} between 0 and 5 and ${t.review_count} >= 0`,
    ),
    check('products_rating_counts', sql`cardinality(${t.rating_counts}) = 5`),
    foreignKey({
      name: 'products_group',
      columns: [t.group_id, t.group_name],
      foreignColumns: [product_groups.id, product_groups.name],
    }).onUpdate('cascade'),
    check(
      'products_group_complete',
      sql`num_nulls(${t.group_id}, ${t.group_name}, ${t.group_position}, ${t.group_value}) in (0, 4)`,
    ),
    check('products_group_value_given', sql`length(btrim(${t.group_value})) between 1 and 60`),
    check(
      'products_group_colour_known',
      sql`${t.group_colour} is null or ${t.group_id} is not null and ${t.group_colour} ~ '^#[0-9a-f]{6}$'`,
    ),
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

/** Every change of a stock. Invariant: products.stock = sum(change). */
export const stock_movements = pgTable(
  'stock_movements',
  {
    id: id(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    change: integer().notNull(),
    reason: text({ enum: MOVEMENT_REASONS }).notNull(),
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
      sql`${t.reason} in (${sql.raw(oneOf(MOVEMENT_REASONS))})`,
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
