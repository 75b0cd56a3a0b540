import {
  bigint,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from 'drizzle-orm/pg-core'
import { products } from '../catalog/catalog.table.ts'

/*
 * Sums by day of the shop's time zone; nothing of a visitor. Web processes add what they served; the trigger
 * count_visit_orders adds orders in the transaction that completes them. Months that ended 400 days ago are one row
 * at their first day.
 */

const count = () => integer().notNull().default(0)
const cents = () => bigint({ mode: 'number' }).notNull().default(0)

/** Each source has up to nine rows a day: orders that are completed at once would all wait for a single one. */
export const visits_by_source = pgTable(
  'visits_by_source',
  {
    day: date({ mode: 'string' }).notNull(),
    source: text().notNull(),
    shard: smallint().notNull().default(0),
    visits: count(),
    views: count(),
    carts: count(),
    checkouts: count(),
    orders: count(),
    revenue_cents: cents(),
  },
  (t) => [primaryKey({ columns: [t.day, t.source, t.shard] })],
)

export const visits_by_product = pgTable(
  'visits_by_product',
  {
    day: date({ mode: 'string' }).notNull(),
    product_id: uuid()
      .notNull()
      .references(() => products.id, { onDelete: 'cascade' }),
    views: count(),
    carts: count(),
    orders: count(),
    units: count(),
    revenue_cents: cents(),
  },
  (t) => [
    primaryKey({ columns: [t.day, t.product_id] }),
    index('visits_by_product_product').on(t.product_id),
  ],
)
