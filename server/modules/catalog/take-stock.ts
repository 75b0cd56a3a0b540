import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'

type Line = { product_id: string; quantity: number }

/**
 * Takes the stock of all lines, or says which products have too little: the caller then rolls back.
 * Rows are locked in id order, so that two orders of the same products never wait for each other in a circle;
 * "no key", since lines that refer to a product hold on to its key alone.
 */
export async function takeStock(tx: Db, order_id: string, lines: Line[], at: Date) {
  const { rows } = await tx.execute<{ id: string }>(sql`
    with wanted as (
      select * from unnest(
        ${sql.param(lines.map((line) => line.product_id))}::uuid[],
        ${sql.param(lines.map((line) => line.quantity))}::int[]
      ) as line (product_id, quantity)
    ), locked as (
      select p.id from products p join wanted w on w.product_id = p.id
      order by p.id for no key update of p
    ), taken as (
      update products p set stock = p.stock - w.quantity
      from wanted w, locked l
      where p.id = w.product_id and l.id = p.id
        and p.stock >= w.quantity and p.archived_at is null
      returning p.id, w.quantity
    ), noted as (
      insert into stock_movements (product_id, change, reason, order_id, created_at)
      select id, -quantity, 'ordered', ${order_id}::uuid, ${at.toISOString()}::timestamptz from taken
    )
    select id from taken`)
  const taken = new Set(rows.map(({ id }) => id))
  return { short: lines.map((line) => line.product_id).filter((id) => !taken.has(id)) }
}
