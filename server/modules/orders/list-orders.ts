import { and, asc, eq, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { OrderQuery, type OrderRow } from '#contract/admin-orders.ts'
import { isUuid } from '#contract/ids.ts'
import { productsNamed } from '#server/modules/catalog/index.ts'
import { csvExport } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { countSome, MOST_COUNTED, mentions, orderBy, paged } from '#server/platform/paged.ts'
import { ordersNeedingAttention } from '../payments/reads.ts'
import { AWAITS_PAYMENT, order_items, orders, TO_SHIP, WITHOUT_ADDRESS } from './orders.table.ts'

/** The orders of an account, or those placed as a guest with an address. */
export const ordersOfCustomer = (key: string) =>
  isUuid(key)
    ? eq(orders.user_id, key)
    : and(
        isNull(orders.user_id),
        sql`${orders.guest_email} is not null`,
        eq(sql`lower(${orders.guest_email})`, key.toLowerCase()),
      )

/** In more order lines than this, orders are read one after the other until there are enough. */
const MOST_LINES = 20_000

/**
 * A text means a buyer or a product. A trigram index finds buyers. For products it would be slow, since orders have
 * many names and product names few words: so the products are found first, then their lines.
 */
const inLinesOf = (q: string) =>
  sql`select order_id from ${order_items} where product_id in (${productsNamed(q)})`

const fromBuyer = (q: string) => mentions(orders.buyer_text, q)

/** The ids of a buyer's orders: a subquery. */
export const ordersOfBuyer = (q: string) =>
  sql`select id from ${orders} where ${fromBuyer(q) ?? sql`true`}`

/** One condition for both: no index answers an `or` of them. */
const fromBuyerOrInLines = (q: string) => sql`${orders.id} = any(array(
  (select id from ${orders} where ${fromBuyer(q)} order by created_at desc, id desc limit ${MOST_COUNTED + 1})
  union all (${inLinesOf(q)})))`

const fromBuyerOrAmongNames = (q: string) => or(fromBuyer(q), mentions(orders.item_text, q))

/** `areFew`: all of them can be counted. */
type Search = { found?: SQL; areFew: boolean }

async function searchFor(db: Db, q: string): Promise<Search> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (${inLinesOf(q)} limit ${MOST_LINES + 1}) as lines`)
  const lines = rows[0]?.count ?? 0
  if (lines > MOST_LINES) return { found: fromBuyerOrAmongNames(q), areFew: false }
  if (lines > 0) return { found: fromBuyerOrInLines(q), areFew: true }
  return { found: fromBuyer(q), areFew: false }
}

/** When a day begins at the shop, or the one some days later. */
const startOfDay = (day: string, later = 0) =>
  sql`(${day}::date + ${later}::int)::timestamp at time zone shop_time_zone()`

function matching(query: OrderQuery, found?: SQL) {
  const { from, to } = query
  return and(
    found,
    query.status ? eq(orders.status, query.status) : undefined,
    from ? gte(orders.created_at, startOfDay(from)) : undefined,
    to ? lt(orders.created_at, startOfDay(to, 1)) : undefined,
    query.coupon_code ? eq(orders.coupon_code, query.coupon_code) : undefined,
    query.needs_attention ? inArray(orders.id, ordersNeedingAttention) : undefined,
    query.address_missing ? sql.raw(WITHOUT_ADDRESS) : undefined,
    query.to_ship || query.packing ? sql.raw(TO_SHIP) : undefined,
    query.packing === 'to-pack' ? isNull(orders.packed_at) : undefined,
    query.packing === 'packed' ? isNotNull(orders.packed_at) : undefined,
    query.awaits_payment ? sql.raw(AWAITS_PAYMENT) : undefined,
    query.customer ? ordersOfCustomer(query.customer) : undefined,
  )
}

const ordering = (query: OrderQuery) =>
  orderBy(
    query.sort ?? '-created_at',
    { created_at: orders.created_at, total: orders.total, customer: orders.customer_name },
    orders.id,
  )

export async function listOrders(db: Db, query: OrderQuery) {
  const search: Search = query.q ? await searchFor(db, query.q) : { areFew: true }
  const where = matching(query, search.found)
  return paged(query, {
    count: () =>
      search.areFew
        ? db.$count(orders, where)
        : countSome(db, orders, where, [orders.created_at, orders.id]),
    cap: search.areFew ? undefined : MOST_COUNTED,
    rows: async ({ offset, limit }) => {
      const rows = await db
        .select({
          id: orders.id,
          user_id: orders.user_id,
          guest_email: orders.guest_email,
          customer_name: orders.customer_name,
          customer_email: orders.customer_email,
          total: orders.total,
          coupon_code: orders.coupon_code,
          status: orders.status,
          tracking_number: orders.tracking_number,
          tracking_link: orders.tracking_link,
          created_at: orders.created_at,
          completed_at: orders.completed_at,
          payment_method: orders.payment_method,
          hold_until: orders.hold_until,
          packed_at: orders.packed_at,
          address_missing: sql<boolean>`${sql.raw(WITHOUT_ADDRESS)}`,
        })
        .from(orders)
        .where(where)
        .orderBy(...ordering(query))
        .offset(offset)
        .limit(limit)
      return withMarks(db, rows)
    },
  })
}

type Row = Omit<OrderRow, 'items' | 'needs_attention'>

async function withMarks(db: Db, rows: Row[]): Promise<OrderRow[]> {
  const ids = rows.map(({ id }) => id)
  const [items, open] = await Promise.all([
    db
      .select({
        order_id: order_items.order_id,
        name: order_items.name,
        quantity: order_items.quantity,
      })
      .from(order_items)
      .where(inArray(order_items.order_id, ids))
      .orderBy(asc(order_items.product_id)),
    openAmong(db, ids),
  ])
  return rows.map((row) => ({
    ...row,
    needs_attention: open.has(row.id),
    items: items
      .filter(({ order_id }) => order_id === row.id)
      .map(({ name, quantity }) => ({ name, quantity })),
  }))
}

export async function openAmong(db: Db, ids: string[]) {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(inArray(orders.id, ids), inArray(orders.id, ordersNeedingAttention)))
  return new Set(rows.map(({ id }) => id))
}

const everyOrderWith = (q: string) => sql`${orders.id} in (
  select id from ${orders} where ${fromBuyer(q)} union all ${inLinesOf(q)})`

/** The list as it is filtered and sorted, with its address and lines. */
export const ordersExport = csvExport({
  area: 'orders',
  query: OrderQuery,
  columns: [
    'number',
    'id',
    'created_at',
    'status',
    'customer_name',
    'customer_email',
    'items',
    'subtotal',
    'discount',
    'total',
    'coupon_code',
    'payment_id',
    'completed_at',
    'shipped_at',
    'tracking_number',
    'ship_to',
    'address',
    'city',
    'state',
    'zip_code',
    'country',
    'shipping',
    'shipping_method',
    'tax',
    'currency',
    'payment_method',
  ],
  rows: (query) => sql`
      select left(${orders.id}::text, 8) as number, ${orders.id} as id, created_at, status, customer_name, customer_email,
        (select string_agg(quantity || ' × ' || name, '; ' order by product_id) from ${order_items} where order_id = ${orders.id}) as items,
        subtotal::float8, discount::float8, total::float8, coupon_code, payment_id, completed_at, shipped_at, tracking_number,
        shipping_address->>'fullName' as ship_to, shipping_address->>'address' as address, shipping_address->>'city' as city,
        shipping_address->>'state' as state, shipping_address->>'zipCode' as zip_code, shipping_address->>'country' as country,
        shipping::float8, shipping_method->>'name' as shipping_method, tax::float8, shop_currency() as currency, payment_method
      from ${orders} where ${matching(query, query.q ? everyOrderWith(query.q) : undefined) ?? sql`true`}
      order by ${sql.join(ordering(query), sql`, `)}`,
})
