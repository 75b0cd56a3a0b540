import { ORPCError } from '@orpc/server'
import { eq } from 'drizzle-orm'
import { orderNumber } from '#contract/ids.ts'
import { ORDER_STATUSES, STATUS_WHEN_PAID } from '#contract/order-status.ts'
import type { Order, OrderStatus } from '#contract/orders.ts'
import { countSold } from '#server/modules/catalog/index.ts'
import { type ChangedBy as Admin, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange, changeOf } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { HOLD_LIMITS, releaseHold, takeHoldAgain } from './holds.ts'
import { holdEndOf } from './long-holds.ts'
import { order_events, orders } from './orders.table.ts'
import {
  mailAbout,
  queueConfirmation,
  queueFollowUps,
  queueOrderMail,
  queueReminder,
} from './queue-mails.ts'
import { readLines, readOrder } from './read-orders.ts'

/**
 * Which status follows which, by whom. An admin may set any of the five. Every other file leaves `status` alone
 * (order-states.test.ts), so each change is in `order_events`.
 */
const TRANSITIONS: Record<Actor, Partial<Record<OrderStatus, readonly OrderStatus[]>>> = {
  customer: { pending: [STATUS_WHEN_PAID] },
  provider: { pending: [STATUS_WHEN_PAID, 'cancelled'] },
  job: { pending: ['cancelled'] },
  admin: {
    pending: ORDER_STATUSES,
    processing: ORDER_STATUSES,
    shipped: ORDER_STATUSES,
    completed: ORDER_STATUSES,
    cancelled: ORDER_STATUSES,
  },
}

type Actor = typeof order_events.$inferSelect.actor
/** `actor_id`: an admin's profile, or the provider's payment. */
export type ChangedBy = { actor: Actor; actor_id?: string | null; reason: string }
type Tools = Pick<AppContext, 'db' | 'jobs' | 'now'>

export type LockedOrder = typeof orders.$inferSelect

/** To be called before any change of an order, so that changes of one order run one after the other. */
export async function lockOrder(tx: Db, id: string): Promise<LockedOrder | undefined> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('no key update')
  return order
}

type Stated = Pick<LockedOrder, 'id' | 'status'>
type OtherFields = Omit<Partial<typeof orders.$inferInsert>, 'id' | 'status'>

/** The one statement that changes `status`, with its event. For a locked order. */
async function setStatus(
  tx: Db,
  order: Stated,
  status: OrderStatus,
  { by, at, ...fields }: OtherFields & { by: ChangedBy; at: Date },
) {
  const isChange = status !== order.status
  if (isChange && !TRANSITIONS[by.actor][order.status]?.includes(status)) {
    throw new Error(`Order ${order.id}: ${by.actor} cannot set ${order.status} to ${status}`)
  }
  await tx
    .update(orders)
    .set({ ...fields, status })
    .where(eq(orders.id, order.id))
  if (isChange) await recordChange(tx, order.id, { from: order.status, to: status, by, at })
}

type Change = { from: OrderStatus | null; to: OrderStatus; by: ChangedBy; at: Date }

const recordChange = (tx: Db, order_id: string, { from, to, by, at }: Change) =>
  tx
    .insert(order_events)
    .values({
      ...{ actor_id: null, ...by },
      ...{ order_id, from_status: from, to_status: to, created_at: at.toISOString() },
    })
    .returning({ announced: changeOf('orders') })
    .prepare('record_change')
    .execute()

/** The first event of an order, which the database has just given its status `pending`. */
export const recordPlaced = (tx: Db, order_id: string, at: Date, by: ChangedBy = BY_CUSTOMER) =>
  recordChange(tx, order_id, { from: null, to: 'pending', by, at })

const BY_CUSTOMER: ChangedBy = { actor: 'customer', reason: 'Order placed' }

type Completion = {
  payment_id: string | null
  at: Date
  by: ChangedBy
  /** Who says that it was paid without the provider, and what they noted. */
  by_hand?: { paid_by: string; paid_note: string | null }
}

/** For a locked order that is not completed yet. One that an admin has already moved on keeps its status. */
export async function completeOrder(
  context: Pick<AppContext, 'jobs'>,
  tx: Db,
  order: Stated,
  { payment_id, at, by, by_hand }: Completion,
) {
  const status = order.status === 'pending' ? STATUS_WHEN_PAID : order.status
  const completed_at = at.toISOString()
  await countAsSold(context, tx, order.id)
  await setStatus(tx, order, status, {
    ...{ by, at, payment_id, completed_at, hold_until: null },
    ...(by_hand && { ...by_hand, completed_by_hand: true }),
    // Also where another way to pay was chosen at first.
    ...(payment_id && { payment_method: 'card' }),
  })
}

/** Before the status changes: products are locked before the sales that a trigger adds, as in `moveHold`. */
async function countAsSold({ jobs }: Pick<AppContext, 'jobs'>, tx: Db, order_id: string) {
  await countSold(tx, await readLines(tx, order_id), 1)
  await queueConfirmation(jobs, tx, order_id)
  await queueFollowUps(jobs, tx, order_id)
}

/** A cancelled order becomes pending again, with its stock and coupon use; refuses when they are gone. */
export async function reviveOrder(tx: Db, order: LockedOrder, at: Date, by: ChangedBy) {
  await takeHoldAgain(tx, order, await readLines(tx, order.id), at)
  const fields = { holds_stock: true, cancelled_at: null, hold_expired_at: null }
  await setStatus(tx, order, 'pending', { by, at, ...fields })
  return { ...order, ...fields, status: 'pending' as const }
}

/**
 * Before an order is completed by its payment: one that was placed without a hold takes its stock now. False when
 * it has none and cannot get it; a pending order is cancelled then, and the payment is for a person to refund.
 */
export async function reserveForPayment({ jobs }: Tools, tx: Db, order: LockedOrder, at: Date) {
  if (order.holds_stock) return true
  if (order.status !== 'pending') return false
  const lines = await readLines(tx, order.id)
  try {
    // A savepoint: what is there of an order that is partly gone goes back.
    await tx.transaction((savepoint) => takeHoldAgain(savepoint, order, lines, at))
    await tx.update(orders).set({ holds_stock: true }).where(eq(orders.id, order.id))
    return true
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    const by = { actor: 'provider', reason: 'Sold out before the payment arrived' } as const
    await setStatus(tx, order, 'cancelled', {
      by,
      at,
      hold_until: null,
      cancelled_at: at.toISOString(),
    })
    await queueOrderMail(jobs, tx, { about: 'sold-out', order_id: order.id })
    return false
  }
}

/** Gives stock and coupon use back; does nothing when the order was paid or cancelled meanwhile. */
export function cancelUnpaidOrder({ db, jobs, now }: Tools, id: string) {
  const at = now()
  return db.transaction(async (tx) => {
    const order = await lockOrder(tx, id)
    const isOpen = order?.status === 'pending' && !order.completed_at
    const isDue = order?.hold_until && new Date(order.hold_until) <= at
    if (!isOpen || !isDue) return false
    await setStatus(tx, order, 'cancelled', {
      by: { actor: 'job', reason: 'Not paid in time' },
      at,
      holds_stock: false,
      hold_until: null,
      hold_expired_at: order.holds_stock ? at.toISOString() : null,
      cancelled_at: at.toISOString(),
    })
    // Orders without a hold are not limited in number, so their mails would be a way to flood a mailbox.
    if (!order.holds_stock) return true
    await releaseHold(tx, order, at)
    await queueOrderMail(jobs, tx, { about: 'unpaid', order_id: id })
    await queueReminder(jobs, tx, id)
    return true
  })
}

type StatusChange = {
  id: string
  status: OrderStatus
  /** The status that the admin saw. */
  seen?: OrderStatus
  tracking_number?: string | null
  tracking_link?: string | null
}

/** An admin's change. Hold, sold units, completion and mails follow from it. */
export async function changeOrderStatus(
  context: Tools,
  change: StatusChange,
  admin: Admin,
): Promise<Order> {
  const at = context.now()
  return context.db.transaction(async (tx) => {
    const order = await lockOrder(tx, change.id)
    if (!order) throw errors.ORDER_NOT_FOUND()
    if (change.seen && change.seen !== order.status) throw errors.ORDER_CHANGED()
    await moveHold(tx, order, change.status, at)
    const renewed = await holdEndOf(tx, order, at, HOLD_LIMITS.longest_minutes)
    if (isCompletedByHand(order, change.status)) await countAsSold(context, tx, order.id)
    await setStatus(tx, order, change.status, {
      by: { actor: 'admin', actor_id: admin.id, reason: 'Set in the back office' },
      at,
      ...fieldsAfter(order, change, admin, renewed),
    })
    const about = mailAbout(order, change)
    if (about) await queueOrderMail(context.jobs, tx, { about, order_id: order.id })
    const changed = await readOrder(tx, order.id)
    if (!changed) throw new Error(`Order ${order.id} is gone`)
    await recordAudit(tx, {
      by: admin,
      object: { type: 'orders', id: order.id, name: `Order ${orderNumber(order.id)}` },
      before: audited(order),
      after: audited(changed),
    })
    // Also when only the tracking number is new.
    await announceChange(tx, 'orders')
    return changed
  })
}

const audited = ({ status, tracking_number, tracking_link }: Order | LockedOrder) => ({
  status,
  tracking_number,
  tracking_link,
})

/** Completing an unpaid order by hand says that it was paid some other way. */
const isCompletedByHand = (order: LockedOrder, status: OrderStatus) =>
  status === STATUS_WHEN_PAID && !order.completed_at

/** Setting such an order back to pending takes that back. */
const isCompletionUndone = (order: LockedOrder, status: OrderStatus) =>
  status === 'pending' && order.completed_by_hand

const holdsStockAfter = (order: LockedOrder, status: OrderStatus) =>
  status === order.status ? order.holds_stock : status !== 'cancelled'

/** Cancelling gives stock and coupon use back; leaving `cancelled` takes them again or is refused. */
async function moveHold(tx: Db, order: LockedOrder, status: OrderStatus, at: Date) {
  const isHeld = holdsStockAfter(order, status)
  const lines = await readLines(tx, order.id)
  if (order.holds_stock && !isHeld) await releaseHold(tx, order, at)
  if (!order.holds_stock && isHeld) await takeHoldAgain(tx, order, lines, at)
  // Sold units are those of completed orders that hold their stock.
  const wasSold = order.holds_stock && order.completed_at !== null
  const isSold = isHeld && order.completed_at !== null && !isCompletionUndone(order, status)
  if (wasSold !== isSold) await countSold(tx, lines, isSold ? 1 : -1)
}

/** `renewed`: until when it is held from now, so that there is time to pay. */
function fieldsAfter(order: LockedOrder, change: StatusChange, admin: Admin, renewed: Date) {
  const { status } = change
  const at = admin.at.toISOString()
  const isUndone = isCompletionUndone(order, status)
  const isUnpaid = !order.completed_at || isUndone
  return {
    holds_stock: holdsStockAfter(order, status),
    hold_until: status === 'pending' && isUnpaid ? renewed.toISOString() : null,
    cancelled_at: status === 'cancelled' ? (order.cancelled_at ?? at) : null,
    ...(isCompletedByHand(order, status) && {
      payment_id: null,
      completed_at: at,
      completed_by_hand: true,
      paid_by: admin.name,
    }),
    ...(isUndone && {
      ...{ completed_at: null, completed_by_hand: false },
      ...{ paid_by: null, paid_note: null },
    }),
    // Only what is to ship can be packed.
    ...(status !== 'processing' &&
      (status !== STATUS_WHEN_PAID || isUndone) && { packed_at: null, packed_by: null }),
    ...(status === 'shipped' && {
      shipped_at: order.shipped_at ?? at,
      tracking_number: change.tracking_number ?? order.tracking_number,
      tracking_link: change.tracking_link ?? order.tracking_link,
    }),
  }
}
