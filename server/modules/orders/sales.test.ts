import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { checkInvariants } from '#server/programs/check-invariants.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { wholePeriods } from './sales.ts'

test('days are read as whole years and months where they can be', () => {
  const periods = (from: string, to: string) =>
    wholePeriods(from, to).map(({ period, starts_on }) => `${period} ${starts_on}`)
  expect(periods('2024-01-30', '2024-03-02')).toEqual([
    'day 2024-01-30',
    'day 2024-01-31',
    'month 2024-02-01',
    'day 2024-03-01',
    'day 2024-03-02',
  ])
  expect(periods('2022-12-01', '2025-02-28')).toEqual([
    'month 2022-12-01',
    'year 2023-01-01',
    'year 2024-01-01',
    'month 2025-01-01',
    'month 2025-02-01',
  ])
  expect(periods('2026-05-05', '2026-05-05')).toEqual(['day 2026-05-05'])
})

test('whatever changes an order, its sales follow; rebuilding them changes nothing; the doctor sees a wrong sum', async () => {
  const { db } = await givenDatabase()
  const serum = await givenProduct(db, { stock: 0 })
  const sales = async () =>
    (await checkInvariants(db)).filter((line) => line.includes('the sales of'))
  await db.execute(sql`
    insert into orders (id, subtotal, discount, total, coupon_code, status, completed_at, guest_email)
    select gen_random_uuid(), 20 + n, 1, 19 + n, case when n % 3 = 0 then 'SPRING' end, 'completed',
      '2026-01-31T23:00:00Z'::timestamptz + make_interval(hours => n), 'iris' || n % 4 || '@example.com'
    from generate_series(1, 20) n`)
  await db.execute(sql`
    insert into order_items (order_id, product_id, quantity, price, name)
    select id, ${serum.id}, 2, subtotal / 2, 'Serum' from orders`)
  const { rows } = await db.execute(
    sql`select sum(orders)::int as orders, sum(returning_orders)::int as returning from sales_by_day`,
  )
  expect(rows).toEqual([{ orders: 20, returning: 16 }])
  expect(await sales()).toEqual([])

  await db.execute(sql`update orders set status = 'cancelled' where coupon_code is not null`)
  await db.execute(
    sql`update orders set completed_at = completed_at + interval '2 days' where total > 30`,
  )
  await db.execute(sql`update orders set completed_at = null, status = 'pending' where total < 25`)
  expect(await sales()).toEqual([])

  const read = async () =>
    (
      await db.execute(sql`select period, starts_on, units, revenue_cents from sales_by_product
      where units <> 0 order by 1, 2`)
    ).rows
  const before = await read()
  await db.execute(sql`select rebuild_sales()`)
  expect(await read()).toEqual(before)

  await db.execute(sql`update sales_by_day set revenue_cents = revenue_cents + 1`)
  await db.execute(sql`update sales_by_product set units = units + 1 where period = 'month'`)
  await db.execute(sql`update sales_by_category set units = units + 1 where period = 'year'`)
  const wrong = (await sales()).join()
  for (const kind of ['day', 'product', 'category']) {
    expect(wrong).toContain(`the sales of a ${kind} are`)
  }
})
