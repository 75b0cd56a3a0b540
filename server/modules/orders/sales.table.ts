import { sql } from 'drizzle-orm'
import {
  bigint,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core'
import { oneOf } from '#server/platform/columns.ts'

/*
 * Sums of the orders that count as revenue (completed once and not cancelled), by the day of completion in the
 * shop's time zone (the SQL function shop_time_zone(); UTC without one). Another time zone computes them anew.
 * Triggers on `orders` and `order_items` maintain them in the transaction of the change; the SQL function
 * rebuild_sales() computes them anew; `npm run doctor` compares.
 */

/** Each day has up to eight rows: orders that are completed at once would all wait for a single one. */
export const sales_by_day = pgTable(
  'sales_by_day',
  {
    day: date().notNull(),
    shard: smallint().notNull(),
    orders: integer().notNull(),
    revenue_cents: bigint({ mode: 'number' }).notNull(),
    discount_cents: bigint({ mode: 'number' }).notNull(),
    shipping_cents: bigint({ mode: 'number' }).notNull().default(0),
    tax_cents: bigint({ mode: 'number' }).notNull().default(0),
    coupon_orders: integer().notNull(),
    returning_orders: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.shard] })],
)

export const PERIODS = ['day', 'month', 'year'] as const

/** Order lines at the price they were sold for, before an order's discount. Long ranges read whole months and years. */
export const sales_by_product = pgTable(
  'sales_by_product',
  {
    period: text({ enum: PERIODS }).notNull(),
    /** Its first day. */
    starts_on: date().notNull(),
    /** Without a foreign key: the one of `order_items` already keeps what was sold from being deleted. */
    product_id: uuid().notNull(),
    units: integer().notNull(),
    revenue_cents: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.period, t.starts_on, t.product_id] }),
    // The best of each period; see best-sellers.ts.
    index('sales_by_product_best').on(
      t.period,
      t.starts_on,
      t.revenue_cents.desc().nullsFirst(),
      t.product_id,
    ),
    check('sales_by_product_period_known', sql`${t.period} in (${sql.raw(oneOf(PERIODS))})`),
  ],
)

/** The same lines by the category that they were sold in. Up to eight rows each, as for days. */
export const sales_by_category = pgTable(
  'sales_by_category',
  {
    period: text({ enum: PERIODS }).notNull(),
    starts_on: date().notNull(),
    category_id: uuid(),
    shard: smallint().notNull(),
    units: integer().notNull(),
    revenue_cents: bigint({ mode: 'number' }).notNull(),
  },
  (t) => [
    unique('sales_by_category_once')
      .on(t.period, t.starts_on, t.category_id, t.shard)
      .nullsNotDistinct(),
    check('sales_by_category_period_known', sql`${t.period} in (${sql.raw(oneOf(PERIODS))})`),
  ],
)
