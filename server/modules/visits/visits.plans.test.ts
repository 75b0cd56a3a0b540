import { sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { rowsRead, sequentialScans } from '#server/testing/query-plans.ts'
import { listDays, listSources, listVisitedProducts, readFunnel } from './read-funnel.ts'

const now = () => new Date('2026-11-18T12:00:00Z')
const { db, pool } = await givenDatabase()

/** Two years of 100 sources and 500 products. */
beforeAll(async () => {
  await db.execute(sql`
    insert into products (name, description, price, stock)
    select 'Serum ' || n, 'Quiet', 20, 0 from generate_series(1, 500) n`)
  const days = sql`generate_series('2024-11-19'::timestamp, '2026-11-18', '1 day') day`
  await db.execute(sql`
    insert into visits_by_source (day, source, visits, views)
    select day::date, 'source ' || n, n, n from ${days}, generate_series(1, 100) n`)
  await db.execute(sql`
    insert into visits_by_product (day, product_id, views)
    select day::date, id, 1 from ${days}, products`)
  await db.execute(sql`analyze visits_by_source`)
  await db.execute(sql`analyze visits_by_product`)
})

test.each([
  ['the funnel', readFunnel],
  ['days', listDays],
  ['sources', listSources],
  ['products', listVisitedProducts],
] as const)('%s of a week are read by the days of the key alone', async (_, read) => {
  const ask = (from: typeof db) => read({ db: from, now }, { range: '7d' })
  const tables = ['visits_by_source', 'visits_by_product']
  const scans = await sequentialScans(pool, ask)
  expect(scans.filter((table) => tables.includes(table ?? ''))).toEqual([])
  for (const table of tables) {
    // Counted and listed: twice the rows of the week, and the first day.
    expect(await rowsRead(pool, table, ask)).toBeLessThanOrEqual(2 * 7 * 500 + 1)
  }
})
