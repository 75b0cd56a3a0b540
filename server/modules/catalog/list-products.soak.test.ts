import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { FACET_QUESTIONS, fillCatalogue, QUESTIONS } from '../../../bench/catalog-data.ts'
import { readFacets } from './facets.ts'
import { listProducts } from './list-products.ts'

const MANY = 100_000
const SLOW_MACHINE_MS = 600_000

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await fillCatalogue(database.db, MANY)
}, SLOW_MACHINE_MS)

test.each(Object.entries(QUESTIONS))(
  'with 100,000 products, an index answers: %s',
  async (_, query) => {
    expect(await sequentialScans(pool, (db) => listProducts(db, query))).not.toContain('products')
  },
)

test.each(Object.entries(FACET_QUESTIONS))(
  'an index counts what the filters leave: %s',
  async (_, query) => {
    expect(await sequentialScans(pool, (db) => readFacets(db, query))).not.toContain('products')
  },
)
