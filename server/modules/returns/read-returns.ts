import { asc, desc, eq, inArray, sql } from 'drizzle-orm'
import type { Order } from '#contract/orders.ts'
import type { OwnReturn } from '#contract/returns.ts'
import type { Db } from '#server/platform/database.ts'
import { refundsById } from '../payments/index.ts'
import { return_items, returns } from './returns.table.ts'

type StoredReturn = typeof returns.$inferSelect
export type StoredLine = typeof return_items.$inferSelect

export const linesOf = (db: Db, return_ids: string[]) =>
  db
    .select()
    .from(return_items)
    .where(inArray(return_items.return_id, return_ids))
    .orderBy(asc(return_items.return_id), asc(return_items.product_id))

/** With name and price as bought. */
export const withItems = <Line extends Pick<StoredLine, 'product_id'>>(
  order: Pick<Order, 'items'>,
  lines: readonly Line[],
) =>
  lines.flatMap((line) => {
    const item = order.items.find(({ product_id }) => product_id === line.product_id)
    return item ? [{ ...item, ...line }] : []
  })

/** What the customer sees of returns of one order. */
export async function describeOwn(
  db: Db,
  order: Order,
  rows: StoredReturn[],
): Promise<OwnReturn[]> {
  const lines = await linesOf(
    db,
    rows.map(({ id }) => id),
  )
  const refunds = await refundsById(
    db,
    rows.flatMap(({ refund_id }) => refund_id ?? []),
  )
  return rows.map((row) => ({
    ...row,
    refund: refunds.find(({ id }) => id === row.refund_id) ?? null,
    lines: withItems(
      order,
      lines.filter(({ return_id }) => return_id === row.id),
    ),
  }))
}

/** Newest first. */
export const returnsOf = (db: Db, order_id: string) =>
  db
    .select()
    .from(returns)
    .where(eq(returns.order_id, order_id))
    .orderBy(desc(returns.created_at), desc(returns.id))

/** How many units of each product the returns of an order speak for. */
export async function countReturned(db: Db, order_id: string) {
  const rows = await db
    .select({
      product_id: return_items.product_id,
      units: sql<number>`sum(counted_as_returned(${returns.status}, ${return_items.quantity}, ${return_items.arrived}))::int`,
    })
    .from(return_items)
    .innerJoin(returns, eq(returns.id, return_items.return_id))
    .where(eq(returns.order_id, order_id))
    .groupBy(return_items.product_id)
  return new Map(rows.map(({ product_id, units }) => [product_id, units]))
}

/** For notifications. */
export async function returnsNamed(db: Db, ids: string[]) {
  const rows = await db.select().from(returns).where(inArray(returns.id, ids))
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? [])
}
