import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'

/** Numbers that the shop keeps beside the rows they count are counted, never made up. */
export async function settleCounts(db: Db) {
  await db.execute(sql`
    update products p set
      rating_average = coalesce((select round(avg(rating), 1) from reviews where product_id = p.id), 0),
      review_count = (select count(*) from reviews where product_id = p.id),
      units_sold = coalesce((
        select sum(i.quantity) from order_items i join orders o on o.id = i.order_id
        where i.product_id = p.id and o.completed_at is not null and o.status <> 'cancelled'
      ), 0)`)
  await db.execute(sql`
    update coupons c set current_uses =
      (select count(*) from orders where coupon_code = c.code and holds_stock)`)
  // What was on the shelf at first is what is left plus what has been taken since.
  await db.execute(sql`
    insert into stock_movements (id, product_id, change, reason, created_at)
    select md5('petal-demo/set/' || p.id)::uuid, p.id, p.stock - coalesce(sum(m.change), 0), 'set', p.created_at
    from products p left join stock_movements m on m.product_id = p.id
    group by p.id having p.stock <> coalesce(sum(m.change), 0)`)
}
