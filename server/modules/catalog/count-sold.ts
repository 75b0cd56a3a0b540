import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'

type Line = { product_id: string; quantity: number }

/** Paid units, for "best selling": counted once the order is paid, taken off when it is cancelled. */
export const countSold = (tx: Db, lines: Line[], sign: 1 | -1) =>
  tx.execute(sql`
    with wanted as (
      select * from unnest(
        ${sql.param(lines.map((line) => line.product_id))}::uuid[],
        ${sql.param(lines.map((line) => line.quantity * sign))}::int[]
      ) as line (product_id, quantity)
    ), locked as (
      select p.id from products p join wanted w on w.product_id = p.id
      order by p.id for no key update of p
    )
    update products p set units_sold = greatest(0, p.units_sold + w.quantity)
    from wanted w, locked l
    where p.id = w.product_id and l.id = p.id`)
