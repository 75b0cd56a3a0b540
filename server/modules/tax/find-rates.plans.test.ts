import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { rowsRead, sequentialScans } from '#server/testing/query-plans.ts'
import { findTax } from './find-rates.ts'
import { listRates } from './rates.ts'

let pool: pg.Pool

const MANY = 100_000

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  const { db } = database
  await db.execute(sql`update tax_settings set enabled = true`)
  await db.execute(sql`
    insert into tax_rates (country, state, zip, name, rate)
    select 'US', 'MA', lpad((n / 4)::text, 5, '0'), 'Tax ' || n % 4, 1 from generate_series(0, ${MANY - 1}) n`)
  await db.execute(
    sql`insert into tax_rates (country, state, name, rate) values ('US', 'MA', 'State', 6.25)`,
  )
  await db.execute(sql`analyze tax_rates`)
})

const boston = { country: 'United States', state: 'MA', zipCode: '02110' }

test(`of ${MANY} rates, an index finds the five of an address`, async () => {
  const ask = (db: Parameters<typeof findTax>[0]) => findTax(db, boston)
  expect(await sequentialScans(pool, ask)).not.toContain('tax_rates')
  expect((await ask(drizzle(pool)))?.rates).toHaveLength(5)
  expect(await rowsRead(pool, 'tax_rates', ask)).toBeLessThan(20)
})

test('an index finds a ZIP code in the list of the back office', async () => {
  const list = (db: Parameters<typeof listRates>[0]) => listRates(db, { q: '02110' })
  expect(await sequentialScans(pool, list)).not.toContain('tax_rates')
})
