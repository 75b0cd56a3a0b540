import { and, desc, type SQL, sql } from 'drizzle-orm'
import type { ProductQuery, ProductSort } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { filters, SORTS } from './product-order.ts'
import type { Slice } from './search-products.ts'
import type { Match } from './search-words.ts'

/** So many best-selling products are looked through first. */
const BEST_SELLERS = 240
/** A word is common if so many of them have it: more than fit on a page. */
const COMMON = 25
/** Of the products with a less common word, so many are ranked. */
const MOST_RANKED = 200
const MOST_SORTED = 2000

/**
 * The ids of matching products, best first. What it costs does not grow with the shop: a common word is
 * found among the best sellers, any other word through its index, and neither depends on an estimate.
 */
export async function findMatches(
  db: Db,
  query: ProductQuery,
  match: Match,
  slice: Slice,
): Promise<string[] | 'none'> {
  const popular = await amongBestSellers(db, query, match, BEST_SELLERS)
  const isCommon = popular.length >= COMMON
  if (isCommon) {
    if (query.sort) return inOrder(db, query, match, query.sort, slice)
    return slice.offset === 0
      ? cut(popular, slice)
      : cut(await amongBestSellers(db, query, match, rowsFor(slice)), slice)
  }
  const indexed = await throughIndex(db, query, match)
  return indexed.length > 0 ? cut(indexed, slice) : 'none'
}

const cut = (ids: string[], { offset, limit }: Slice) => ids.slice(offset, offset + limit)

/** Three times as many rows as a common word needs at least. */
const rowsFor = ({ offset, limit }: Slice) =>
  Math.ceil(((offset + limit) * 3) / COMMON) * BEST_SELLERS

/** Ranked in groups as large as the first: what a page showed does not come again on a later one. */
async function amongBestSellers(db: Db, query: ProductQuery, match: Match, rows: number) {
  const place = sql<number>`row_number() over (order by ${products.units_sold} desc, ${products.id})`
  const best = db
    .select({ id: products.id, search_words: products.search_words, place: place.as('place') })
    .from(products)
    .where(filters(query))
    .orderBy(...SORTS['best-selling'])
    .limit(rows)
    .as('products')
  const group = sql`(${best.place} - 1) / ${BEST_SELLERS}`
  const found = await db
    .select({ id: best.id })
    .from(best)
    .where(match.matches)
    .orderBy(group, desc(match.relevance), best.place)
  return found.map(({ id }) => id)
}

/** Best match first, or in the order asked for. */
async function throughIndex(db: Db, query: ProductQuery, match: Match) {
  const matching = sql`select * from products where ${and(filters(query), match.matches)} limit ${
    query.sort ? MOST_SORTED : MOST_RANKED
  }`
  const order = query.sort ? SORTS[query.sort] : [desc(match.relevance), ...SORTS['best-selling']]
  return db.transaction(async (tx) => {
    // Expecting a match soon, the planner would rather read the table from its beginning; when it is
    // mistaken, that is the whole table.
    await tx.execute(sql`set local enable_seqscan = off`)
    return idsOf(
      tx,
      sql`with products as materialized (${matching})
        select id from products order by ${sql.join(order, sql`, `)}`,
    )
  })
}

/** Many products match, so the first ones in any order are soon found. */
async function inOrder(db: Db, query: ProductQuery, match: Match, sort: ProductSort, slice: Slice) {
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(filters(query), match.matches))
    .orderBy(...SORTS[sort])
    .offset(slice.offset)
    .limit(slice.limit)
  return found.map(({ id }) => id)
}

async function idsOf(db: Db, query: SQL): Promise<string[]> {
  const { rows } = await db.execute<{ id: string }>(query)
  return rows.map(({ id }) => id)
}
