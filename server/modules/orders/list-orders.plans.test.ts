import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '#server/platform/database.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { QUESTIONS, scansOfLargeTables } from '../../../bench/admin.ts'
import { fillOrders } from '../../../bench/orders-data.ts'
import { listOrders } from './list-orders.ts'

/** Enough for the planner to prefer an index where there is one; the bench has 200,000. */
const MANY = 8000

let pool: pg.Pool
let db: Db

beforeAll(async () => {
  const database = await givenDatabase()
  ;({ pool, db } = database)
  await fillOrders(database.db, MANY)
}, 120_000)

test.each([
  ['few lines', 'rose renewal cleanser'],
  ['more lines than are collected', 'serum'],
])('every order with the text is counted: in %s', async (_, q) => {
  const words = q.split(' ').map((word) => `%${word}%`)
  const { rows } = await pool.query(
    'select count(distinct order_id)::int as count from order_items where name ilike all ($1)',
    [words],
  )
  const { total } = await listOrders(db, { q })
  expect(total).toBe(rows[0].count)
})

test.each(QUESTIONS)('an index answers: $name', async (question) => {
  expect(await scansOfLargeTables(pool, question)).toEqual([])
})
