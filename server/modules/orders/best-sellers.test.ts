import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { bestSellers } from './best-sellers.ts'

const TODAY = '2026-11-15'
const RANGES = [
  { from: '2025-11-20', to: TODAY },
  { from: '2026-02-03', to: '2026-10-20' },
  { from: '2026-11-15', to: TODAY },
]

/** A year of sales of 60 products; `skew` 1 sells all alike, 4 mostly the first ones. */
async function givenSales(skew: number) {
  const { db } = await givenDatabase()
  await db.execute(sql`
    with sold as (
      select ${TODAY}::date - (n % 360) as day, md5('product' || floor(power(hashint4(n) % 997 / 997.0, ${skew}::int) * 60))::uuid as product_id,
        100 + n % 13 as cents
      from generate_series(1, 3000) n
    )
    insert into sales_by_product (period, starts_on, product_id, units, revenue_cents)
    select period, date_trunc(period, day::timestamp)::date, product_id, count(*), sum(cents)
    from sold, unnest(array['day', 'month', 'year']) as p (period) group by 1, 2, 3`)
  return db
}

async function sumOfAll(db: Db, { from, to }: { from: string; to: string }, limit: number) {
  const { rows } = await db.execute(sql`
    select product_id, sum(units)::int as units, sum(revenue_cents)::int as revenue_cents from sales_by_product
    where period = 'day' and starts_on between ${from}::date and ${to}::date
    group by product_id order by revenue_cents desc, product_id limit ${limit}`)
  return rows
}

for (const skew of [1, 4]) {
  for (const depth of [1, 3, 1000]) {
    test(`the best are those of all sums, with skew ${skew}, when ${depth} of each period are read first`, async () => {
      const db = await givenSales(skew)
      for (const range of RANGES) {
        const best = await bestSellers(db, { range, today: TODAY, limit: 5 }, depth)
        expect(best).toEqual(await sumOfAll(db, range, 5))
        expect(best.length).toBeGreaterThan(0)
      }
    })
  }
}

test('fewer products than asked for are all there is', async () => {
  const db = await givenSales(4)
  const range = { from: TODAY, to: TODAY }
  const sold = await bestSellers(db, { range, today: TODAY, limit: 50 }, 1)
  expect(sold).toEqual(await sumOfAll(db, range, 50))
  expect(sold.length).toBeLessThan(50)
})
