import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { fillAdminProducts, PRODUCT_QUESTIONS } from '../../../bench/admin-products.ts'
import { listMovements } from './adjust-stock.ts'
import { listAdminProducts } from './admin-products.ts'
import { listAdminCategories } from './edit-categories.ts'

/** Enough for the planner to prefer an index where there is one; bench:admin has 100,000. */
const MANY = 5000

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await fillAdminProducts(database.db, MANY)
})

test.each(Object.entries(PRODUCT_QUESTIONS))('an index answers: %s', async (_, query) => {
  expect(await sequentialScans(pool, (db) => listAdminProducts(db, query))).toEqual([])
})

test('indexes count the products of the categories, and find the movements of one', async () => {
  expect(await sequentialScans(pool, listAdminCategories)).not.toContain('products')
  const { rows } = await pool.query<{ id: string }>('select id from products limit 1')
  const id = rows[0]?.id ?? ''
  expect(await sequentialScans(pool, (db) => listMovements(db, id))).not.toContain('products')
})
