import { ORPCError } from '@orpc/server'
import { asc, eq } from 'drizzle-orm'
import type { AdminOrder } from '#contract/admin-orders.ts'
import { orderNumber } from '#contract/ids.ts'
import type { OrderStatus, Tracking } from '#contract/orders.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { createRow, deleteRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { openAmong } from './list-orders.ts'
import { changeOrderStatus } from './order-states.ts'
import { order_events, order_notes, orders } from './orders.table.ts'
import { readOrder } from './read-orders.ts'

/** Everything that the staff sees of one order. */
export async function readAdminOrder(db: Db, id: string): Promise<AdminOrder> {
  const [order, [more], events, notes, open] = await Promise.all([
    readOrder(db, id),
    db
      .select({
        customer_name: orders.customer_name,
        customer_email: orders.customer_email,
        completed_by_hand: orders.completed_by_hand,
        paid_by: orders.paid_by,
        paid_note: orders.paid_note,
        shipped_at: orders.shipped_at,
        cancelled_at: orders.cancelled_at,
        packed_at: orders.packed_at,
        packed_by: orders.packed_by,
        placed_by: orders.placed_by,
        guest_name: orders.guest_name,
        link_sent_at: orders.link_sent_at,
        version: orders.version,
      })
      .from(orders)
      .where(eq(orders.id, id)),
    db
      .select()
      .from(order_events)
      .where(eq(order_events.order_id, id))
      .orderBy(asc(order_events.id)),
    db
      .select()
      .from(order_notes)
      .where(eq(order_notes.order_id, id))
      .orderBy(asc(order_notes.created_at)),
    openAmong(db, [id]),
  ])
  if (!order || !more) throw errors.ORDER_NOT_FOUND()
  return {
    ...order,
    ...more,
    events,
    notes,
    needs_attention: open.has(id),
    address_missing: !order.shipping_address && !order.in_person && order.status !== 'cancelled',
  }
}

type StatusChanges = {
  ids: string[]
  status: OrderStatus
  shipments?: (Tracking & { id: string })[]
}

/** One after the other, each in its own transaction: one that is refused does not stop the rest. */
export async function changeStatuses(
  context: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  { ids, status, shipments = [] }: StatusChanges,
  by: ChangedBy,
) {
  const shipmentOf = new Map(shipments.map((shipment) => [shipment.id, shipment]))
  const refused: { id: string; message: string }[] = []
  for (const id of ids) {
    try {
      await changeOrderStatus(context, { ...shipmentOf.get(id), id, status }, by)
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error
      refused.push({ id, message: error.message })
    }
  }
  return { changed: ids.length - refused.length, refused }
}

const nameOfNote = ({ order_id }: { order_id: string }) => `Note on order ${orderNumber(order_id)}`

export const addNote = (db: Db, { id, text }: { id: string; text: string }, by: ChangedBy) =>
  db.transaction(async (tx) => {
    if (!(await readOrder(tx, id))) throw errors.ORDER_NOT_FOUND()
    const values = { order_id: id, text, author_name: by.name, created_at: by.at.toISOString() }
    const note = await createRow(tx, order_notes, values, { by, name: nameOfNote })
    await announceChange(tx, 'orders')
    return note
  })

export const removeNote = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const note = await deleteRow(tx, order_notes, id, { by, name: nameOfNote })
    await announceChange(tx, 'orders')
    return note
  })
