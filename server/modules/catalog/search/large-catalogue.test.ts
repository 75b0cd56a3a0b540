import { eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import type { ProductQuery } from '#contract/catalog.ts'
import type { Database } from '#server/platform/database.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { fillCatalogue } from '../../../../bench/catalog-data.ts'
import { listProducts } from '../list-products.ts'
import { listings, words_apart } from '../listings.table.ts'
import { prepareSearch } from './large-catalogue.ts'

const PRODUCTS = 1200
const SIZES = { large: 1000, topSellers: 400, common: 100 }
const PAGE = 5
/** Only to end what would wait for ever: a busy machine is slow. */
const PATIENCE = { timeout: 60_000 }

let database: Database

beforeEach(async () => {
  database = await givenDatabase()
  await fillCatalogue(database.db, PRODUCTS)
})

const search = (query: ProductQuery) => listProducts(database.db, query)

async function allPages(query: ProductQuery) {
  const found: string[] = []
  for (let page = 1; ; page++) {
    const { items, has_more } = await search({ ...query, page, limit: PAGE })
    found.push(...items.map(({ id }) => id))
    if (!has_more) return found
  }
}

const pairs = () =>
  database.db.select().from(words_apart).orderBy(words_apart.first, words_apart.second)

const isApart = async (first: string, second: string) =>
  (await pairs()).some((pair) => pair.first === first && pair.second === second && pair.proven)

test('a catalogue of usual size needs no preparation', async () => {
  await prepareSearch(database.db)
  expect(await pairs()).toEqual([])
  expect(await database.db.$count(listings, eq(listings.top_seller, true))).toBe(0)
})

describe('in a large catalogue', () => {
  test('every match is on one page, top sellers first', async () => {
    const before = await allPages({ q: 'saffron' })
    await prepareSearch(database.db, SIZES)
    const found = await allPages({ q: 'saffron' })
    expect(found).toHaveLength(Math.floor(PRODUCTS / 97))
    expect([...found].sort()).toEqual([...before].sort())
    const top = await database.db
      .select({ id: listings.id })
      .from(listings)
      .where(eq(listings.top_seller, true))
    expect(top).toHaveLength(SIZES.topSellers)
    const isTop = found.map((id) => top.some((one) => one.id === id))
    expect(isTop).toContain(true)
    expect(isTop).toEqual([...isTop].sort().reverse())
  })

  test('words that no product has together are known without asking the index', async () => {
    await prepareSearch(database.db, SIZES)
    expect(await isApart('cream', 'rose')).toBe(true)
    expect(await isApart('rose', 'serum')).toBe(false)
    const { match, items } = await search({ q: 'rose cream' })
    expect(match?.kind).toBe('some-words')
    expect(items.length).toBeGreaterThan(0)
    expect((await search({ q: 'rose serum' })).match?.kind).toBe('as-typed')
  })

  test('a new product that has both is found at once', async () => {
    await prepareSearch(database.db, SIZES)
    const product = await givenProduct(database.db, { name: 'Rose Comfort Cream' })
    const { match, items } = await search({ q: 'rose cream' })
    expect(match?.kind).toBe('as-typed')
    expect(items.map(({ id }) => id)).toEqual([product.id])
    expect(await isApart('cream', 'rose')).toBe(false)
  })

  test('a beginning finds those of its words that do go together', async () => {
    await prepareSearch(database.db, SIZES)
    const product = await givenProduct(database.db, { name: 'Rosemary Cream' })
    const { match, items } = await search({ q: 'ros cream' })
    expect(await isApart('cream', 'rose')).toBe(true)
    expect(match?.kind).toBe('as-typed')
    expect(items.map(({ id }) => id)).toEqual([product.id])
  })

  test('a product that is being stored meanwhile is found, too', async () => {
    const { db } = database
    let commit = () => {}
    const committing = new Promise<void>((resolve) => {
      commit = resolve
    })
    let isStored = false
    const storing = db.transaction(async (tx) => {
      await givenProduct(tx, { name: 'Rose Comfort Cream' })
      isStored = true
      await committing
    })
    await expect.poll(() => isStored, PATIENCE).toBe(true)
    const preparing = prepareSearch(db, SIZES)
    await expect
      .poll(pairs, PATIENCE)
      .toContainEqual({ first: 'cream', second: 'rose', proven: false })
    expect((await search({ q: 'rose cream' })).match?.kind).toBe('some-words')
    commit()
    await Promise.all([storing, preparing])
    expect((await search({ q: 'rose cream' })).match?.kind).toBe('as-typed')
    expect((await pairs()).every(({ proven }) => proven)).toBe(true)
  })

  test('what is prepared follows the sales, and ends when the catalogue is no longer large', async () => {
    const { db } = database
    await prepareSearch(db, SIZES)
    await prepareSearch(db, { ...SIZES, topSellers: 10 })
    expect(await db.$count(listings, eq(listings.top_seller, true))).toBe(10)
    await prepareSearch(db, { ...SIZES, large: PRODUCTS + 1 })
    expect(await db.$count(listings, eq(listings.top_seller, true))).toBe(0)
    expect(await pairs()).toEqual([])
  })
})
