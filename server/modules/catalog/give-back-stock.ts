import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'

/** Gives back what the movements say that this order still has: called twice, the second finds nothing. */
export const giveBackStock = (tx: Db, order_id: string, at: Date) =>
  tx.execute(sql`
    with owed as (
      select product_id, -sum(change)::int as quantity from stock_movements
      where order_id = ${order_id}::uuid group by product_id having sum(change) < 0
    ), locked as (
      select p.id from products p join owed o on o.product_id = p.id
      order by p.id for no key update of p
    ), given as (
      update products p set stock = p.stock + o.quantity
      from owed o, locked l
      where p.id = o.product_id and l.id = p.id
      returning p.id, o.quantity
    )
    insert into stock_movements (product_id, change, reason, order_id, created_at)
    select id, quantity, 'given-back', ${order_id}::uuid, ${at.toISOString()}::timestamptz from given`)
