import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { sequentialScans } from '#server/testing/query-plans.ts'
import { FACET_QUESTIONS, fillCatalogue, QUESTIONS } from '../../../bench/catalog-data.ts'
import { readFacets } from './facets.ts'
import { listProducts } from './list-products.ts'
import { readProductDetails } from './products.ts'

/** Enough cards for the planner to prefer an index where there is one; the soak test has 100,000. */
const MANY = 12_500

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await fillCatalogue(database.db, MANY, { grouped: true })
})

/** Attributes and synonyms are a page or two. */
const largeScans = async (ask: Parameters<typeof sequentialScans>[1]) =>
  (await sequentialScans(pool, ask)).filter((table) =>
    ['products', 'listings', 'product_groups'].includes(table ?? ''),
  )

test.each(Object.entries(QUESTIONS))('an index answers: %s', async (_, query) => {
  expect(await largeScans((db) => listProducts(db, query))).toEqual([])
})

test('a search of a small shop asks the database three times: words, matches, products', async () => {
  const { db, pool: small } = await givenDatabase()
  for (const kind of ['Rose', 'Oat', 'Clay', 'Mint', 'Iris', 'Sage']) {
    await givenProduct(db, { name: `${kind} Serum` })
  }
  const statements: string[] = []
  const logged = drizzle(small, { logger: { logQuery: (text) => statements.push(text) } })
  const { items } = await listProducts(logged, { q: 'serum', max_price: 1000 })
  expect(items).toHaveLength(6)
  expect(statements).toHaveLength(3)
})

test('an index finds one product', async () => {
  const { items } = await listProducts(drizzle(pool), { limit: 1 })
  expect(await sequentialScans(pool, (db) => readProductDetails(db, items[0]?.id ?? ''))).toEqual(
    [],
  )
})

test.each(Object.entries(FACET_QUESTIONS))(
  'an index counts what the filters leave: %s',
  async (_, query) => {
    expect(await largeScans((db) => readFacets(db, query))).toEqual([])
  },
)
