import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { FACET_QUESTIONS, fillCatalogue, QUESTIONS } from '../../../bench/catalog.ts'
import { readFacets } from './facets.ts'
import { listProducts } from './list-products.ts'
import { readProduct } from './products.ts'

/** Enough for the planner to prefer an index where there is one; the soak test has 100,000. */
const MANY = 5000

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await fillCatalogue(database.db, MANY)
})

test.each(Object.entries(QUESTIONS))('an index answers: %s', async (_, query) => {
  expect(await sequentialScans(pool, (db) => listProducts(db, query))).not.toContain('products')
})

test('an index finds one product', async () => {
  const { items } = await listProducts(drizzle(pool), { limit: 1 })
  expect(await sequentialScans(pool, (db) => readProduct(db, items[0]?.id ?? ''))).toEqual([])
})

test.each(Object.entries(FACET_QUESTIONS))(
  'an index counts what the filters leave: %s',
  async (_, query) => {
    expect(await sequentialScans(pool, (db) => readFacets(db, query))).not.toContain('products')
  },
)
