import { listProducts } from '#server/modules/catalog/list-products.ts'
import { readProductDetails } from '#server/modules/catalog/products.ts'
import { listReviews } from '#server/modules/reviews/list-reviews.ts'
import type { Db } from '#server/platform/database.ts'
import { fillCatalogue, GROUP_QUESTIONS, QUESTIONS } from './catalog-data.ts'
import { type Compared, compare, reportGrowth } from './compare.ts'
import { openShop, withPostgres } from './measure.ts'
import { thousands } from './report/figures.ts'
import {
  askForPage,
  FEW_REVIEWS,
  fillReviews,
  findReviewed,
  MANY_REVIEWS,
  REVIEW_QUESTIONS,
} from './reviews.ts'

const FEW = 100
const MANY = 100_000
/** More than any shop of this kind has: what grows, shows. */
const HUGE = 1_000_000
const ROUNDS = 1200
const MOST_TIMES_SLOWER = 2
const MOST_TIMES_SLOWER_GROUPS = 1.5
const MOST_TIMES_SLOWER_REVIEWS = 1.5
const MOST_TIMES_SLOWER_HUGE = 1.5

type Part = 'products' | 'groups' | 'reviews' | 'growth'

/**
 * Few and many products are asked in turn, so that a busy machine slows both. Both answer with as many cards as the
 * small shop has: how long a card takes is the same in both, and would hide what grows with the catalogue.
 */
async function* compareCatalogues(
  few: Db,
  many: Db,
  rounds: number,
  asked = QUESTIONS,
): AsyncIterable<Compared> {
  const findOne = await askForProducts(few, many)
  yield { name: 'product', times: await compare(findOne, few, many, rounds) }
  for (const [name, query] of Object.entries(asked)) {
    const { items } = await listProducts(few, query)
    const equal = { ...query, limit: Math.max(1, items.length) }
    yield { name, times: await compare((db) => listProducts(db, equal), few, many, rounds) }
  }
}

/** The product with few and the one with many reviews are asked in turn. */
async function* compareReviews(db: Db, rounds: number): AsyncIterable<Compared> {
  const ids = await findReviewed(db)
  const ofBoth = (question: (id: string) => Promise<unknown>) =>
    compare(question, ids.few, ids.many, rounds)
  yield { name: 'product page', times: await ofBoth((id) => askForPage(db, id)) }
  for (const [name, filters] of Object.entries(REVIEW_QUESTIONS)) {
    const ask = (product_id: string) => listReviews(db, { product_id, ...filters })
    yield { name: `reviews: ${name}`, times: await ofBoth(ask) }
  }
}

async function askForProducts(...databases: Db[]) {
  const ids = new Map<Db, string[]>()
  for (const db of databases) {
    const { items } = await listProducts(db, { sort: 'price-up' })
    ids.set(
      db,
      items.map(({ id }) => id),
    )
  }
  let turn = 0
  return async (db: Db) => {
    const known = ids.get(db) ?? []
    return readProductDetails(db, known[turn++ % known.length] ?? '')
  }
}

/**
 * `bench/catalog.ts PART… [rounds] [size]`: `bench:catalog` and `bench:catalog-growth` name the parts. The size is that
 * of the large catalogue.
 */
async function main() {
  const given = process.argv.slice(2)
  const [rounds = ROUNDS, size] = given.filter((one) => /^\d+$/.test(one)).map(Number)
  const isWanted = (part: Part) => given.includes(part)
  await withPostgres(async (url) => {
    if (isWanted('products')) {
      await benchProducts(url, rounds, size ?? MANY, MOST_TIMES_SLOWER)
    }
    if (isWanted('groups')) await benchGroups(url, rounds)
    if (isWanted('reviews')) await benchReviews(url, rounds)
    if (isWanted('growth')) {
      await benchProducts(url, rounds, size ?? HUGE, MOST_TIMES_SLOWER_HUGE)
    }
  })
}

async function benchProducts(serverUrl: string, rounds: number, size: number, budget: number) {
  const few = await openCatalogue(serverUrl, `few_beside_${size}`, FEW)
  const many = await openCatalogue(serverUrl, `many_${size}`, size)
  await reportGrowth(compareCatalogues(few.db, many.db, rounds), {
    sizes: `${FEW} → ${thousands(size)} products`,
    budget,
  })
  await Promise.all([few.close(), many.close()])
}

/** Two and a half sizes a group, as most shops of skincare have. */
async function benchGroups(serverUrl: string, rounds: number) {
  const few = await openCatalogue(serverUrl, 'few_groups', FEW, { grouped: true })
  const many = await openCatalogue(serverUrl, 'many_groups', MANY, { grouped: true })
  const asked = { ...QUESTIONS, ...GROUP_QUESTIONS }
  await reportGrowth(compareCatalogues(few.db, many.db, rounds, asked), {
    sizes: `${FEW} products in ${FEW * 0.4} groups → ${thousands(MANY)} in ${thousands(MANY * 0.4)}`,
    budget: MOST_TIMES_SLOWER_GROUPS,
  })
  await Promise.all([few.close(), many.close()])
}

async function benchReviews(serverUrl: string, rounds: number) {
  const shop = await openShop(serverUrl, 'reviewed', async (db) => {
    await fillCatalogue(db, FEW)
    await fillReviews(db)
  })
  await reportGrowth(compareReviews(shop.db, rounds), {
    sizes: `${FEW_REVIEWS} → ${thousands(MANY_REVIEWS)} reviews`,
    budget: MOST_TIMES_SLOWER_REVIEWS,
  })
  await shop.close()
}

const openCatalogue = (
  serverUrl: string,
  name: string,
  count: number,
  options: { grouped?: boolean } = {},
) => openShop(serverUrl, name, (db) => fillCatalogue(db, count, options))

await main()
