import { and, asc, desc, eq, inArray, isNull, lte, max, sql } from 'drizzle-orm'
import { STATUS_WHEN_DELIVERED } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import type { Db } from '#server/platform/database.ts'
import { order_events, order_items, orders } from './orders.table.ts'

const ORDERS_PER_PAGE = 20

/** What an order's owner sees of it. */
const ownerColumns = {
  id: orders.id,
  user_id: orders.user_id,
  guest_email: orders.guest_email,
  subtotal: orders.subtotal,
  discount: orders.discount,
  shipping: orders.shipping,
  tax: orders.tax,
  tax_included: orders.tax_included,
  total: orders.total,
  shipping_method: orders.shipping_method,
  tax_lines: orders.tax_lines,
  coupon_code: orders.coupon_code,
  extra_discount: orders.extra_discount,
  discount_reason: orders.discount_reason,
  status: orders.status,
  payment_id: orders.payment_id,
  payment_method: orders.payment_method,
  shipping_address: orders.shipping_address,
  tracking_number: orders.tracking_number,
  tracking_link: orders.tracking_link,
  created_at: orders.created_at,
  completed_at: orders.completed_at,
  hold_until: orders.hold_until,
  holds_stock: orders.holds_stock,
  in_person: orders.in_person,
  customer_note: orders.customer_note,
}

export async function readOrder(db: Db, id: string): Promise<Order | undefined> {
  const rows = await db.select(ownerColumns).from(orders).where(eq(orders.id, id))
  const [order] = await withItems(db, rows)
  return order
}

/** In the order of the ids; what is not found is left out. */
export async function readOrders(db: Db, ids: string[]): Promise<Order[]> {
  const rows = await db.select(ownerColumns).from(orders).where(inArray(orders.id, ids))
  const found = await withItems(db, rows)
  return ids.flatMap((id) => found.find((order) => order.id === id) ?? [])
}

/** Paged without counting: one row more than shown says whether there is a next page. */
export async function listOrdersOf(db: Db, user_id: string, page = 1) {
  const rows = await db
    .select(ownerColumns)
    .from(orders)
    .where(eq(orders.user_id, user_id))
    .orderBy(desc(orders.created_at), desc(orders.id))
    .offset((page - 1) * ORDERS_PER_PAGE)
    .limit(ORDERS_PER_PAGE + 1)
  const items = await withItems(db, rows.slice(0, ORDERS_PER_PAGE))
  return { items, page, has_more: rows.length > ORDERS_PER_PAGE }
}

export const readLines = (db: Db, order_id: string) =>
  db
    .select({
      product_id: order_items.product_id,
      quantity: order_items.quantity,
      price: order_items.price,
    })
    .from(order_items)
    .where(eq(order_items.order_id, order_id))
    .orderBy(asc(order_items.product_id))

type OrderRow = Omit<Order, 'items'>

async function withItems(db: Db, rows: OrderRow[]): Promise<Order[]> {
  if (rows.length === 0) return []
  const ids = rows.map((row) => row.id)
  const items = await db
    .select()
    .from(order_items)
    .where(inArray(order_items.order_id, ids))
    .orderBy(asc(order_items.product_id))
  return rows.map((row) => ({
    ...row,
    items: items
      .filter((item) => item.order_id === row.id)
      .map(({ product_id, name, image_url, quantity, price }) => ({
        product_id,
        name,
        image_url,
        quantity,
        price,
      })),
  }))
}

/** What payments need to know of orders; nothing personal but a guest's e-mail address, for the admin. */
export const readOrderStates = (db: Db, ids: string[]) =>
  db
    .select({
      id: orders.id,
      status: orders.status,
      payment_method: orders.payment_method,
      total: orders.total,
      shipping: orders.shipping,
      tax: orders.tax,
      tax_included: orders.tax_included,
      tax_lines: orders.tax_lines,
      guest_email: orders.guest_email,
      created_at: orders.created_at,
      completed_at: orders.completed_at,
      hold_until: orders.hold_until,
    })
    .from(orders)
    .where(inArray(orders.id, ids))

/** When an order left and when it arrived, as far as the shop knows. */
export async function readDelivery(db: Db, id: string) {
  const [order] = await db
    .select({ shipped_at: orders.shipped_at })
    .from(orders)
    .where(eq(orders.id, id))
  const [delivered] = await db
    .select({ at: max(order_events.created_at) })
    .from(order_events)
    .where(
      and(
        eq(order_events.order_id, id),
        eq(order_events.from_status, 'shipped'),
        eq(order_events.to_status, STATUS_WHEN_DELIVERED),
      ),
    )
  return { shipped_at: order?.shipped_at ?? null, delivered_at: delivered?.at ?? null }
}

/** Whose an order is, for the desk. */
export const readCustomers = (db: Db, ids: string[]) =>
  db
    .select({
      id: orders.id,
      user_id: orders.user_id,
      guest_email: orders.guest_email,
      customer_name: orders.customer_name,
      customer_email: orders.customer_email,
    })
    .from(orders)
    .where(inArray(orders.id, ids))

export type UnpaidOrder = { id: string; hold_until: string | null }

/** Orders whose hold has ended unpaid, the oldest first, page by page: some may have to stay for now. */
export const findUnpaidOrders = (db: Db, at: Date, limit: number, after?: UnpaidOrder) =>
  db
    .select({ id: orders.id, hold_until: orders.hold_until })
    .from(orders)
    .where(
      and(
        eq(orders.status, 'pending'),
        isNull(orders.completed_at),
        lte(orders.hold_until, at.toISOString()),
        after && sql`(${orders.hold_until}, ${orders.id}) > (${after.hold_until}, ${after.id})`,
      ),
    )
    .orderBy(asc(orders.hold_until), asc(orders.id))
    .limit(limit)
