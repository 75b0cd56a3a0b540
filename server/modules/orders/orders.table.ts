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
import { ORDER_ACTORS, ORDER_STATUSES, STATUS_WHEN_PAID } from '#contract/order-status.ts'
import type { ShippingAddress } from '#contract/orders.ts'
import { PAYMENT_METHODS } from '#contract/payment-methods.ts'
import type { ShippingMethod, TaxLine } from '#contract/totals.ts'
import { id, instant, money, oneOf, version } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'
import { products } from '../catalog/catalog.table.ts'

/** Paid, not sent yet. What is handed over in person is not sent at all. */
export const TO_SHIP = `completed_at is not null and shipped_at is null and not in_person and status in ('processing', '${STATUS_WHEN_PAID}')`
/** An express order that waits for its address. */
export const WITHOUT_ADDRESS =
  "shipping_address is null and not in_person and status <> 'cancelled'"
/** To be paid by bank transfer or on pick-up. */
export const AWAITS_PAYMENT =
  "payment_method <> 'card' and completed_at is null and status <> 'cancelled'"

export const orders = pgTable(
  'orders',
  {
    id: id(),
    user_id: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    guest_email: text(),
    subtotal: money().notNull(),
    discount: money().notNull().default(0),
    shipping: money().notNull().default(0),
    tax: money().notNull().default(0),
    // The prices contain the tax, so that the total does not add it.
    tax_included: boolean().notNull().default(false),
    total: money().notNull(),
    // As offered and as in force when the order was placed; both may change later.
    shipping_method: jsonb().$type<ShippingMethod>(),
    tax_lines: jsonb().$type<TaxLine[]>().notNull().default([]),
    coupon_code: text(),
    status: text({ enum: ORDER_STATUSES }).notNull().default('pending'),
    payment_id: text(),
    // How it was paid, or is to be paid; a card payment that completes the order makes it `card`.
    payment_method: text({ enum: PAYMENT_METHODS }).notNull().default('card'),
    // Who of the team marked it as paid, and what they noted about the payment.
    paid_by: text(),
    paid_note: text(),
    // An express order is paid before its address is known.
    shipping_address: jsonb().$type<ShippingAddress>(),
    // True while this order has its stock and coupon use. A pending order without them takes them when it is paid.
    holds_stock: boolean().notNull().default(true),
    hold_until: instant(),
    idempotency_key: uuid().notNull().unique().defaultRandom(),
    request_hash: text(),
    // A guest's signed cookie and a pseudonym of their network address: holds are limited by both.
    visitor_id: text(),
    network_address: text(),
    // When the hold of an unpaid order ran out.
    hold_expired_at: instant(),
    // The campaign whose link brought the buyer.
    campaign_id: uuid(),
    // Where the visit came from, in shops that count visits.
    visit_source: text(),
    tracking_number: text(),
    tracking_link: text(),
    created_at: instant().notNull().default(sql`now()`),
    completed_at: instant(),
    // An admin set it to completed without a payment of the provider: paid some other way.
    completed_by_hand: boolean().notNull().default(false),
    // Whether its buyer had completed an order before; a trigger notes it when the order is completed.
    is_returning: boolean().notNull().default(false),
    shipped_at: instant(),
    cancelled_at: instant(),
    // While it is to ship: when its parcel was packed, and the name of who did.
    packed_at: instant(),
    packed_by: text(),
    // An order by hand: the name of the colleague who entered it.
    placed_by: text(),
    // Handed over at a market or in the shop: it needs no address and is not shipped.
    in_person: boolean().notNull().default(false),
    // Of a guest without an address.
    guest_name: text(),
    // The part of the discount that a colleague gave, and why.
    extra_discount: money().notNull().default(0),
    discount_reason: text(),
    customer_note: text(),
    // When the customer was last mailed a link to pay it.
    link_sent_at: instant(),
    version: version(),
    // The profile's name and address, else a guest's own. Written by triggers, so that one index serves search and sort.
    customer_name: text(),
    customer_email: text(),
    // The names of its lines, for the search.
    item_names: text().notNull().default(''),
    item_text: text().generatedAlwaysAs(sql`lower(item_names)`),
    // Its number and whose it is, for the search.
    buyer_text: text().generatedAlwaysAs(
      sql`lower(id::text || ' ' || coalesce(customer_name, '') || ' ' || coalesce(customer_email, '') || ' ' || coalesce(shipping_address->>'fullName', '') || ' ' || coalesce(shipping_address->>'email', ''))`,
    ),
  },
  (t) => [
    index().on(t.user_id, t.created_at.desc()),
    index('orders_to_ship').on(t.completed_at).where(sql.raw(TO_SHIP)),
    index().on(t.guest_email),
    // With the order of lists: else their newest rows could be walked for the few of one guest.
    index('orders_of_guest')
      .on(sql`lower(${t.guest_email})`, t.created_at, t.id)
      .where(sql`user_id is null and guest_email is not null`),
    // Lists of the back office: each index is read in both directions.
    index('orders_newest').on(t.created_at, t.id),
    index('orders_by_status').on(t.status, t.created_at, t.id),
    index('orders_by_coupon').on(t.coupon_code, t.created_at, t.id),
    index('orders_of_campaign').on(t.campaign_id).where(sql`campaign_id is not null`),
    index('orders_by_total').on(t.total, t.id),
    index('orders_by_customer').on(t.customer_name, t.id),
    index('orders_search').using('gin', sql`${t.buyer_text} gin_trgm_ops`),
    index('orders_without_address').on(t.created_at, t.id).where(sql.raw(WITHOUT_ADDRESS)),
    index('orders_awaiting_payment').on(t.created_at, t.id).where(sql.raw(AWAITS_PAYMENT)),
    index('orders_open').on(t.hold_until).where(sql`status = 'pending'`),
    index('orders_open_by_visitor').on(t.visitor_id).where(sql`status = 'pending'`),
    index('orders_open_by_network').on(t.network_address).where(sql`status = 'pending'`),
    index('orders_expired_by_network')
      .on(t.network_address, t.hold_expired_at)
      .where(sql`hold_expired_at is not null`),
    index('orders_earned')
      .on(t.completed_at)
      .where(sql`completed_at is not null and status <> 'cancelled'`),
    index('orders_taxed')
      .on(t.completed_at)
      .where(sql`completed_at is not null and status <> 'cancelled' and tax > 0`),
    index('orders_with_link').on(t.link_sent_at).where(sql`link_sent_at is not null`),
    uniqueIndex('orders_payment').on(t.payment_id).where(sql`payment_id is not null`),
    check('orders_status_known', sql`${t.status} in (${sql.raw(oneOf(ORDER_STATUSES))})`),
    check(
      'orders_payment_method_known',
      sql`${t.payment_method} in (${sql.raw(oneOf(PAYMENT_METHODS))})`,
    ),
    check(
      'orders_sum',
      sql`${t.total} = ${t.subtotal} - ${t.discount} + ${t.shipping} + case when ${t.tax_included} then 0 else ${t.tax} end and ${t.discount} between 0 and ${t.subtotal} and ${t.shipping} >= 0 and ${t.tax} >= 0`,
    ),
    check(
      'orders_extra_discount',
      sql`${t.extra_discount} between 0 and ${t.discount} and (${t.extra_discount} = 0) = (${t.discount_reason} is null)`,
    ),
    check('orders_one_owner', sql`${t.user_id} is null or ${t.guest_email} is null`),
    check(
      'orders_address_complete',
      sql`${t.shipping_address} is null or ${t.shipping_address} ?& array['fullName','email','address','city','state','zipCode','country']`,
    ),
  ],
)

export const order_items = pgTable(
  'order_items',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    product_id: uuid()
      .notNull()
      .references(() => products.id),
    quantity: integer().notNull(),
    price: money().notNull(),
    // As bought; the product may be renamed or get another picture later.
    name: text().notNull(),
    image_url: text(),
    // Also as bought, filled in by a trigger. Without a foreign key: categories can be deleted.
    category_id: uuid(),
  },
  (t) => [
    uniqueIndex('order_items_once').on(t.order_id, t.product_id),
    // With the order, so that the search reads the index alone.
    index('order_items_of_product').on(t.product_id, t.order_id),
    check('order_items_quantity_positive', sql`${t.quantity} > 0`),
    check('order_items_price_not_negative', sql`${t.price} >= 0`),
  ],
)

/** Every status that an order has had, its first included. Written by order-states.ts alone. */
export const order_events = pgTable(
  'order_events',
  {
    id: bigint({ mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    from_status: text({ enum: ORDER_STATUSES }),
    to_status: text({ enum: ORDER_STATUSES }).notNull(),
    actor: text({ enum: ORDER_ACTORS }).notNull(),
    actor_id: text(),
    reason: text().notNull(),
    created_at: instant().notNull(),
  },
  (t) => [
    index().on(t.order_id, t.id),
    check(
      'order_events_known',
      sql`${t.to_status} in (${sql.raw(oneOf(ORDER_STATUSES))}) and ${t.actor} in (${sql.raw(oneOf(ORDER_ACTORS))})`,
    ),
  ],
)

/** What the staff writes down about an order; customers never see it. */
export const order_notes = pgTable(
  'order_notes',
  {
    id: id(),
    order_id: uuid()
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    author_name: text().notNull(),
    text: text().notNull(),
    version: version(),
    created_at: instant().notNull(),
  },
  (t) => [
    index().on(t.order_id, t.created_at),
    check('order_notes_text_given', sql`length(btrim(${t.text})) between 1 and 2000`),
  ],
)

export const coupons = pgTable(
  'coupons',
  {
    id: id(),
    code: text().notNull().unique(),
    discount_percentage: integer(),
    discount_amount: money(),
    valid_from: instant().notNull().default(sql`now()`),
    valid_until: instant().notNull(),
    active: boolean().notNull().default(true),
    max_uses: integer(),
    current_uses: integer().notNull().default(0),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index().on(t.created_at.desc()),
    check(
      'coupons_code_uppercase',
      sql`${t.code} = upper(btrim(${t.code})) and length(${t.code}) between 1 and 50`,
    ),
    check(
      'coupons_one_discount',
      sql`num_nonnulls(${t.discount_percentage}, ${t.discount_amount}) = 1`,
    ),
    check('coupons_percentage_known', sql`${t.discount_percentage} between 1 and 100`),
    check('coupons_amount_positive', sql`${t.discount_amount} > 0`),
    check('coupons_dates_in_order', sql`${t.valid_until} >= ${t.valid_from}`),
    check(
      'coupons_uses',
      sql`${t.current_uses} >= 0 and (${t.max_uses} is null or ${t.max_uses} >= 0)`,
    ),
  ],
)

/** The cart of a signed-in shopper who agreed to reminders, as a browser last showed it. */
export const saved_carts = pgTable(
  'saved_carts',
  {
    user_id: uuid()
      .primaryKey()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    lines: jsonb().$type<{ product_id: string; quantity: number }[]>().notNull(),
    changed_at: instant().notNull(),
    // One cart is reminded of once; it is another cart after it was emptied or ordered.
    reminded_at: instant(),
  },
  (t) => [index('saved_carts_due').on(t.reminded_at, t.changed_at)],
)
