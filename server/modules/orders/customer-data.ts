import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm'
import { STATUS_WHEN_PAID } from '#contract/order-status.ts'
import type { Order, ShippingAddress } from '#contract/orders.ts'
import { DAY_MS } from '#contract/time.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext, DataSubject } from '#server/platform/rpc.ts'
import { order_events, order_items, order_notes, orders } from './orders.table.ts'
import { queueConfirmation } from './queue-mails.ts'

const DELIVERY_DAYS = 14
/** Where this customer's last order went, to be offered again. */
export async function lastAddress(db: Db, user_id: string) {
  const [last] = await db
    .select({ shipping_address: orders.shipping_address })
    .from(orders)
    .where(and(eq(orders.user_id, user_id), isNotNull(orders.shipping_address)))
    .orderBy(desc(orders.created_at))
    .limit(1)
  return last?.shipping_address ?? null
}

/** The address of an express order, given once. If it is paid, its confirmation mail was waiting for the address. */
export async function setAddress(
  { db, jobs }: Pick<AppContext, 'db' | 'jobs'>,
  order: Order,
  shipping_address: ShippingAddress,
): Promise<Order> {
  const guest_email = order.user_id ? null : shipping_address.email
  const isSet = await db.transaction(async (tx) => {
    const [set] = await tx
      .update(orders)
      .set({ shipping_address, guest_email })
      .where(
        and(eq(orders.id, order.id), isNull(orders.shipping_address), eq(orders.in_person, false)),
      )
      .returning({ completed_at: orders.completed_at })
    if (set) await announceChange(tx, 'orders')
    if (set?.completed_at) await queueConfirmation(jobs, tx, order.id)
    return Boolean(set)
  })
  if (!isSet) throw errors.ADDRESS_KNOWN()
  return { ...order, shipping_address, guest_email }
}

/** Whether a customer has paid for a product, in an order that was not cancelled. */
export async function hasBought(db: Db, by: { user_id: string; product_id: string }) {
  const [bought] = await db
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(order_items, eq(order_items.order_id, orders.id))
    .where(
      and(
        eq(orders.user_id, by.user_id),
        eq(order_items.product_id, by.product_id),
        isNotNull(orders.completed_at),
        ne(orders.status, 'cancelled'),
      ),
    )
    .limit(1)
  return bought !== undefined
}

/** The orders of an account, and those placed as a guest with its confirmed address. */
const ordersOf = ({ user_id, email }: DataSubject) =>
  or(
    eq(orders.user_id, user_id),
    email === null ? undefined : eq(sql`lower(${orders.guest_email})`, email),
  )

export async function listOrderIds(db: Db, subject: DataSubject) {
  const rows = await db.select({ id: orders.id }).from(orders).where(ordersOf(subject))
  return rows.map(({ id }) => id)
}

/** Everything stored about a person's orders, for the export of the own data. */
export async function personalDataOf(db: Db, subject: DataSubject) {
  const rows = await db
    .select()
    .from(orders)
    .where(ordersOf(subject))
    .orderBy(desc(orders.created_at))
  const ids = rows.map(({ id }) => id)
  const [items, notes, events] = await Promise.all([
    db.select().from(order_items).where(inArray(order_items.order_id, ids)),
    db.select().from(order_notes).where(inArray(order_notes.order_id, ids)),
    db
      .select()
      .from(order_events)
      .where(inArray(order_events.order_id, ids))
      .orderBy(asc(order_events.id)),
  ])
  // Without the names of those who entered it, packed it and marked it as paid.
  return rows.map(({ idempotency_key, request_hash, placed_by, packed_by, paid_by, ...order }) => ({
    ...order,
    items: items
      .filter(({ order_id }) => order_id === order.id)
      .map(({ id, order_id, ...item }) => item),
    // What the staff noted about the order, without who did.
    notes: notes
      .filter(({ order_id }) => order_id === order.id)
      .map(({ text, created_at }) => ({ text, created_at })),
    // Without the id of the actor, who may be a member of staff.
    events: events
      .filter(({ order_id }) => order_id === order.id)
      .map(({ id, order_id, actor_id, ...event }) => event),
  }))
}

/** Is an order of this customer unpaid, being packed or in transit, so that its address is still needed? */
export async function hasOrderUnderWay(db: Db, user_id: string, now: Date) {
  const lately = new Date(now.getTime() - DELIVERY_DAYS * DAY_MS).toISOString()
  const justPaid = and(
    eq(orders.status, STATUS_WHEN_PAID),
    isNull(orders.shipped_at),
    gt(orders.completed_at, lately),
  )
  const open = inArray(orders.status, ['pending', 'processing', 'shipped'])
  return (await db.$count(orders, and(eq(orders.user_id, user_id), or(open, justPaid)))) > 0
}

const ANONYMOUS = {
  fullName: 'Former customer',
  email: 'former-customer@example.invalid',
  address: 'removed',
  city: 'removed',
  zipCode: 'removed',
}

/** Orders stay for the accounts, without the person. Country and state stay for the tax office. */
export async function forgetCustomer(db: Db, user_id: string) {
  const own = db.select({ id: orders.id }).from(orders).where(eq(orders.user_id, user_id))
  await db.delete(order_notes).where(inArray(order_notes.order_id, own))
  await db
    .update(orders)
    .set({
      user_id: null,
      guest_email: null,
      guest_name: null,
      customer_note: null,
      visitor_id: null,
      network_address: null,
      tracking_number: null,
      tracking_link: null,
      paid_note: null,
      shipping_address: sql`${orders.shipping_address} || ${JSON.stringify(ANONYMOUS)}::jsonb`,
    })
    .where(eq(orders.user_id, user_id))
}
