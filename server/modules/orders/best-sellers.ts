import { sql } from 'drizzle-orm'
import type { DayRange } from '#contract/insights.ts'
import type { Db } from '#server/platform/database.ts'
import { sales_by_product } from './sales.table.ts'
import { periodsIn } from './sales.ts'

type Sold = { product_id: string; units: number; revenue_cents: number }

/** How many of each period are read at first. */
const FIRST_DEPTH = 100

/**
 * The products that brought most in the range. To sum up 100,000 products takes most of a second, so only the best
 * of each day, month and year are read. They decide when no other product can have more; otherwise more are read.
 */
export async function bestSellers(
  db: Db,
  { range, today, limit }: { range: DayRange; today: string; limit: number },
  firstDepth = FIRST_DEPTH,
): Promise<Sold[]> {
  for (let depth = firstDepth; ; depth *= 10) {
    const { best, most_of_others } = await bestAmongLeaders(db, { range, today, limit }, depth)
    const lowest = best.length < limit ? 0 : (best.at(-1)?.revenue_cents ?? 0)
    if (most_of_others === 0 || most_of_others < lowest) return best
  }
}

async function bestAmongLeaders(
  db: Db,
  { range, today, limit }: { range: DayRange; today: string; limit: number },
  depth: number,
) {
  // A product outside the leaders has less in each period than the last leader there. One that is a leader somewhere,
  // but no candidate, has less than the last candidate, and that much more in the other periods.
  const { rows } = await db.execute<{ best: Sold[]; most_of_others: number }>(sql`
    with periods as materialized (${periodsIn(range, today)}), leaders as materialized (
      select leader.* from periods p cross join lateral (
        select product_id, revenue_cents, row_number() over (order by revenue_cents desc) as place
        from ${sales_by_product} s
        where s.period = p.period and s.starts_on = p.starts_on and revenue_cents > 0
        order by revenue_cents desc limit ${depth}
      ) as leader
    ), candidates as materialized (
      select product_id, sum(revenue_cents) as found from leaders
      group by product_id order by found desc limit ${depth}
    ), totals as (
      select s.product_id, sum(s.units)::int as units, sum(s.revenue_cents)::float8 as revenue_cents
      from periods p join ${sales_by_product} s on s.period = p.period and s.starts_on = p.starts_on
        and s.product_id = any(array(select product_id from candidates))
      group by s.product_id order by revenue_cents desc, s.product_id limit ${limit}
    )
    select coalesce((select json_agg(totals) from totals), '[]') as best,
      (select coalesce(sum(revenue_cents), 0) from leaders where place = ${depth})::float8
        + (select case when count(*) < ${depth} then 0 else min(found) end from candidates)::float8 as most_of_others`)
  return rows[0] ?? { best: [], most_of_others: 0 }
}
