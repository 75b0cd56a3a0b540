import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { QUESTIONS, scansOfLargeTables } from '../../../bench/admin.ts'
import { fillOrders } from '../../../bench/orders-data.ts'

/** Enough for the planner to prefer an index where there is one; the bench has 200,000. */
const MANY = 8000

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await fillOrders(database.db, MANY)
}, 120_000)

test.each(QUESTIONS)('an index answers: $name', async (question) => {
  expect(await scansOfLargeTables(pool, question)).toEqual([])
})
