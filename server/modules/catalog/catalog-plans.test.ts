import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { beforeAll, expect, test } from 'vitest'
import type { ProductQuery } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { fillCatalogue, QUESTIONS } from '../../../bench/catalog.ts'
import { listProducts } from './list-products.ts'
import { readProduct } from './read-product.ts'

const MANY = 100_000
const SLOW_MACHINE_MS = 600_000

let pool: pg.Pool

beforeAll(async () => {
  const database = await givenDatabase()
  pool = database.pool
  await fillCatalogue(database.db, MANY)
}, SLOW_MACHINE_MS)

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] }

/** How the database finds what is asked for: the tables it reads from end to end. */
async function tablesReadWhole(ask: (db: Db) => Promise<unknown>) {
  const asked: [string, unknown[]][] = []
  const logQuery = (text: string, values: unknown[]) => asked.push([text, values])
  await ask(drizzle(pool, { logger: { logQuery } }))
  expect(asked.length).toBeGreaterThan(0)
  const nodes: Plan[] = []
  const client = await pool.connect()
  // Transactions and settings as they were; instead of each question, how it would be answered.
  for (const [text, values] of asked) {
    const isQuestion = /^(select|with)\b/.test(text)
    const { rows } = await client.query(isQuestion ? `explain (format json) ${text}` : text, values)
    if (isQuestion) nodes.push(...nodesOf(rows[0]['QUERY PLAN'][0].Plan))
  }
  client.release()
  return nodes
    .filter((node) => node['Node Type'].endsWith('Seq Scan'))
    .map((node) => node['Relation Name'])
}

function* nodesOf(plan: Plan): Generator<Plan> {
  yield plan
  for (const child of plan.Plans ?? []) yield* nodesOf(child)
}

test.each(Object.entries(QUESTIONS))(
  'with 100,000 products, an index answers: %s',
  async (_, query: ProductQuery) => {
    const read = await tablesReadWhole((db) => listProducts(db, query))
    expect(read).not.toContain('products')
  },
)

test('with 100,000 products, an index finds the one', async () => {
  const { items } = await listProducts(drizzle(pool), { limit: 1 })
  const read = await tablesReadWhole((db) => readProduct(db, items[0]?.id ?? ''))
  expect(read).toEqual([])
})
