import { sql } from 'drizzle-orm'
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { RETURN_STATUSES } from '#contract/return-status.ts'
import { id, instant, oneOf, version } from '#server/platform/columns.ts'
import { products } from '../catalog/catalog.table.ts'
import { orders } from '../orders/orders.table.ts'
import { refunds } from '../payments/payments.table.ts'

/** One row: `singleton` is its key and can only be true. */
export const return_settings = pgTable(
  'return_settings',
  {
    id: id(),
    singleton: boolean().notNull().default(true).unique(),
    /** Null: the shop takes no returns. */
    days: integer(),
    instructions: text().notNull().default(''),
    version: version(),
  },
  (t) => [
    check('return_settings_one_row', sql`${t.singleton}`),
    check('return_settings_days', sql`${t.days} between 1 and 365`),
  ],
)

/** What a customer wants to give back of one order. Its status is written by return-states.ts alone. */
export const returns = pgTable(
  'returns',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    status: text({ enum: RETURN_STATUSES }).notNull().default('asked'),
    idempotency_key: uuid().notNull(),
    reason: text().notNull(),
    pictures: text().array().notNull().default([]),
    /** The desk's sentence to the customer when it is declined or closed. */
    answer: text(),
    /** As they were when it was approved. */
    instructions: text().notNull().default(''),
    arrival_note: text(),
    /** A refund belongs to one return, and a return has one at most. */
    refund_id: uuid().references(() => refunds.id),
    version: version(),
    created_at: instant().notNull(),
    decided_at: instant(),
    arrived_at: instant(),
    closed_at: instant(),
  },
  (t) => [
    uniqueIndex('returns_asked_once').on(t.order_id, t.idempotency_key),
    uniqueIndex('returns_one_refund').on(t.refund_id),
    index('returns_newest').on(t.created_at, t.id),
    index('returns_by_status').on(t.status, t.created_at, t.id),
    check('returns_status_known', sql`${t.status} in (${sql.raw(oneOf(RETURN_STATUSES))})`),
    check('returns_refund_named', sql`(${t.status} = 'refunded') = (${t.refund_id} is not null)`),
    check(
      'returns_answered',
      sql`${t.status} not in ('declined', 'closed') or coalesce(length(btrim(${t.answer})), 0) > 0`,
    ),
  ],
)

/** check_return_quantities.sql refuses more than was bought, over all returns of the order. */
export const return_items = pgTable(
  'return_items',
  {
    return_id: uuid()
      .notNull()
      .references(() => returns.id, { onDelete: 'cascade' }),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    /** Null until the parcel is opened. */
    arrived: integer(),
    restocked: integer().notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.return_id, t.product_id] }),
    index('return_items_of_product').on(t.product_id),
    check('return_items_quantity_positive', sql`${t.quantity} > 0`),
    check('return_items_arrived', sql`${t.arrived} between 0 and ${t.quantity}`),
    check('return_items_restocked', sql`${t.restocked} between 0 and coalesce(${t.arrived}, 0)`),
  ],
)
