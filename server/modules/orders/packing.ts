import { ORPCError } from '@orpc/server'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { orderNumber } from '#contract/ids.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { lockOrder } from './order-states.ts'
import { orders, TO_SHIP } from './orders.table.ts'

const isToShip = sql.raw(TO_SHIP)

/** One after the other, each in its own transaction: one that is not to ship does not stop the rest. */
export async function setPacked(
  db: Db,
  { ids, packed }: { ids: string[]; packed: boolean },
  by: ChangedBy,
) {
  const refused: { id: string; message: string }[] = []
  for (const id of ids) {
    try {
      await db.transaction((tx) => markPacked(tx, id, packed, by))
    } catch (error) {
      if (!(error instanceof ORPCError)) throw error
      refused.push({ id, message: error.message })
    }
  }
  return { changed: ids.length - refused.length, refused }
}

/** What is packed already stays as it is, with the name of who did it first. */
async function markPacked(tx: Db, id: string, packed: boolean, by: ChangedBy) {
  const order = await lockOrder(tx, id)
  if (!order) throw errors.ORDER_NOT_FOUND()
  if ((order.packed_at !== null) === packed) return
  const values = packed
    ? { packed_at: by.at.toISOString(), packed_by: by.name }
    : { packed_at: null, packed_by: null }
  const changed = await tx
    .update(orders)
    .set(values)
    .where(and(eq(orders.id, id), isToShip))
    .returning({ id: orders.id })
  if (changed.length === 0) throw errors.NOT_TO_SHIP()
  await recordAudit(tx, {
    by,
    object: { type: 'orders', id, name: `Order ${orderNumber(id)}` },
    before: { packed: !packed },
    after: { packed },
  })
  await announceChange(tx, 'orders')
}

const toPack = and(isToShip, isNull(orders.packed_at))

/** The orders that wait to be packed, the oldest first. */
export async function findToPack(db: Db, limit: number) {
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(toPack)
    .orderBy(asc(orders.completed_at), asc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

export const countToPack = (db: Db) => db.$count(orders, toPack)
