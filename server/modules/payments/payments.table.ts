import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { METHODS_BY_HAND } from '#contract/payment-methods.ts'
import { ATTENTION_REASONS, PAYMENT_STATUSES, REFUND_STATUSES } from '#contract/payments.ts'
import type { TaxLine } from '#contract/totals.ts'
import { id, instant, money, oneOf, version } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'
import { orders } from '../orders/orders.table.ts'

/** The merchant account that takes the money. Tokens are AES-256-GCM; the key is outside the database. */
export const clover_settings = pgTable(
  'clover_settings',
  {
    id: id(),
    merchant_id: text().notNull().unique(),
    merchant_name: text().notNull(),
    /** Null where the provider did not say. */
    currency: text(),
    private_token: text().notNull(),
    webhook_secret: text(),
    is_active: boolean().notNull().default(false),
    encrypted: boolean().notNull().default(true),
    created_at: instant().notNull().default(sql`now()`),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('clover_settings_one_active').on(t.is_active).where(sql`is_active`),
    check('clover_settings_encrypted', sql`${t.encrypted}`),
  ],
)

/** The methods beside cards, a row each. Switched off until the owner says how to pay. */
export const payment_methods = pgTable(
  'payment_methods',
  {
    id: text({ enum: METHODS_BY_HAND }).primaryKey(),
    active: boolean().notNull().default(false),
    instructions: text().notNull().default(''),
    days: integer().notNull().default(7),
    version: version(),
  },
  (t) => [
    check('payment_methods_known', sql`${t.id} in (${sql.raw(oneOf(METHODS_BY_HAND))})`),
    check('payment_methods_days', sql`${t.days} between 1 and 30`),
    check('payment_methods_explained', sql`not ${t.active} or btrim(${t.instructions}) <> ''`),
  ],
)

/** A hosted payment page that was opened for an order. */
export const payment_pages = pgTable(
  'payment_pages',
  {
    checkout_session_id: text().primaryKey(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    merchant_id: text().notNull(),
    amount: money().notNull(),
    href: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    expires_at: instant().notNull(),
    // When its link was last handed out. Earlier declines of the order do not count any more.
    opened_at: instant().notNull().default(sql`now()`),
    // When the return page last made us ask the provider, so that it is not asked at every call.
    asked_at: instant(),
  },
  (t) => [
    index().on(t.order_id, t.created_at.desc()),
    check('payment_pages_amount', sql`${t.amount} > 0`),
  ],
)

/** A card that the provider declined. The order stays open: the customer may pay with another card. */
export const payment_declines = pgTable(
  'payment_declines',
  {
    payment_id: text().primaryKey(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id),
    /** The provider's code, such as `expired_card`; null when it gave none. */
    code: text(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.order_id, t.created_at.desc())],
)

/** Money that the provider says it took. A row has settled its order or needs the admin's attention. */
export const payments = pgTable(
  'payments',
  {
    payment_id: text().primaryKey(),
    order_id: uuid().references(() => orders.id),
    checkout_session_id: text(),
    merchant_id: text().notNull(),
    amount: money().notNull(),
    refunded: money().notNull().default(0),
    status: text({ enum: PAYMENT_STATUSES }).notNull(),
    attention_reason: text({ enum: ATTENTION_REASONS }),
    // When the provider is asked about it again, with growing pauses; null when there is nothing to ask.
    next_check_at: instant(),
    checks: integer().notNull().default(0),
    created_at: instant().notNull().default(sql`now()`),
    resolved_at: instant(),
  },
  (t) => [
    uniqueIndex('payments_one_settles').on(t.order_id).where(sql`status = 'settled'`),
    index().on(t.order_id),
    index().on(t.status, t.created_at.desc()),
    index('payments_doubtful')
      .on(t.payment_id)
      .where(sql`status = 'settled' and attention_reason is not null and resolved_at is null`),
    index('payments_to_check').on(t.next_check_at).where(sql`next_check_at is not null`),
    check('payments_status_known', sql`${t.status} in (${sql.raw(oneOf(PAYMENT_STATUSES))})`),
    check(
      'payments_attention_explained',
      sql`${t.status} = 'settled' or ${t.attention_reason} is not null`,
    ),
    check('payments_settled_order', sql`${t.status} <> 'settled' or ${t.order_id} is not null`),
    check('payments_refund_within', sql`${t.refunded} between 0 and ${t.amount}`),
  ],
)

export const refunds = pgTable(
  'refunds',
  {
    id: id(),
    payment_id: text()
      .notNull()
      .references(() => payments.payment_id),
    amount: money().notNull(),
    // Of the amount; the rest is for the products. Zeros for an order without tax.
    shipping: money().notNull().default(0),
    tax: money().notNull().default(0),
    // The taxes that are given back, for the report; they add up to `tax`.
    tax_lines: jsonb().$type<TaxLine[]>().notNull().default([]),
    reason: text(),
    // `requested` counts as given back until the provider confirms or refuses it; `failed` does not.
    status: text({ enum: REFUND_STATUSES }).notNull(),
    /** Why it failed. */
    failure: text(),
    provider_refund_id: text().unique(),
    created_by: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    created_at: instant().notNull().default(sql`now()`),
    updated_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index().on(t.payment_id),
    index().on(t.created_at),
    index('refunds_taxed').on(t.created_at).where(sql`tax > 0`),
    index('refunds_open').on(t.payment_id).where(sql`status in ('requested', 'failed')`),
    check('refunds_amount_positive', sql`${t.amount} > 0`),
    check(
      'refunds_parts_within',
      sql`${t.shipping} between 0 and ${t.amount} and ${t.tax} between 0 and ${t.amount}`,
    ),
    check('refunds_status_known', sql`${t.status} in (${sql.raw(oneOf(REFUND_STATUSES))})`),
  ],
)

/** Webhook events as received: stored first, handled after. */
export const webhook_events = pgTable(
  'webhook_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    body: text().notNull(),
    body_hash: text().notNull().unique(),
    received_at: instant().notNull().default(sql`now()`),
    handled_at: instant(),
    outcome: text(),
  },
  (t) => [index('webhook_events_open').on(t.id).where(sql`handled_at is null`)],
)

/** One row: until when the provider's list of payments has been read. */
export const payment_watch = pgTable(
  'payment_watch',
  {
    singleton: boolean().primaryKey().default(true),
    looked_until: instant().notNull(),
  },
  (t) => [check('payment_watch_one_row', sql`${t.singleton}`)],
)
