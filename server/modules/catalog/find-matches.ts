import { and, desc, sql } from 'drizzle-orm'
import type { ProductQuery, ProductSort } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { filters, type Slice, SORTS, sliceOf } from './product-order.ts'
import type { Match } from './search-terms.ts'

/** So many best-selling products are looked through first, and ranked. */
const BEST_SELLERS = 160
/** Words are common if so many of them have them; to follow an order until a page is full is quick then. */
const COMMON = 5
/** So many products with less common words are ranked together. */
const RANKED = 200

/**
 * The ids of matching products, best first, or in the order asked for. Whether a word is common is
 * counted, not estimated: it decides between two ways of which the wrong one would read the whole shop.
 */
export async function findMatches(
  db: Db,
  query: ProductQuery,
  match: Match,
  slice: Slice,
): Promise<string[] | 'none'> {
  const popular = await amongBestSellers(db, query, match)
  if (popular.length < COMMON) return throughIndex(db, query, match, slice)
  if (query.sort) return inOrder(db, query, match, query.sort, slice)
  const page = popular.slice(slice.offset, slice.offset + slice.limit)
  if (page.length === slice.limit) return page
  const next = {
    offset: Math.max(slice.offset, popular.length),
    limit: slice.limit - page.length,
  }
  return [...page, ...(await inOrder(db, query, match, 'best-selling', next))]
}

async function amongBestSellers(db: Db, query: ProductQuery, match: Match) {
  const { id, search_words, units_sold } = products
  const select = db.select({ id, search_words, units_sold }).from(products).$dynamic()
  const first = { offset: 0, limit: BEST_SELLERS }
  const best = sliceOf(select, db, query, 'best-selling', first).as('products')
  const found = await db
    .select({ id: best.id })
    .from(best)
    .where(match.matches)
    .orderBy(desc(match.relevance), ...SORTS['best-selling'])
  return found.map(({ id }) => id)
}

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

async function throughIndex(
  db: Db,
  query: ProductQuery,
  match: Match,
  slice: Slice,
): Promise<string[] | 'none'> {
  const found = query.sort ? sorted(query, match, query.sort, slice) : ranked(query, match, slice)
  const { rows } = await db.execute<{ id: string }>(found)
  if (rows.length > 0) return rows.map(({ id }) => id)
  if (slice.offset === 0) return 'none'
  // Past the last page there is nothing either, but on the first there is.
  const first = await throughIndex(db, query, match, { offset: 0, limit: 1 })
  return first === 'none' ? 'none' : []
}

/** `offset 0` keeps the order out of how they are found: to follow it could mean the whole shop. */
const sorted = (query: ProductQuery, match: Match, sort: ProductSort, { offset, limit }: Slice) =>
  sql`
    select id from (
      select id, price, rating_average, review_count, units_sold, created_at
      from products where ${and(filters(query), match.matches)} offset 0
    ) as products
    order by ${sql.join(SORTS[sort], sql`, `)} offset ${offset} limit ${limit}`

/**
 * The first pages show the best of the first that are found, since to read and rank them all takes long.
 * Materialized: planned for all that match, which the index always finds, and read only as far as needed.
 */
function ranked(query: ProductQuery, match: Match, { offset, limit }: Slice) {
  const isNear = offset + limit <= RANKED
  const order = [sql`place > ${RANKED}`, sql`relevance desc`, ...SORTS['best-selling']]
  return sql`
    with matching as materialized (
      select id, units_sold, ${match.relevance} as relevance
      from products where ${and(filters(query), match.matches)}
    )
    select id from (
      select *, row_number() over () as place from matching ${isNear ? sql`limit ${RANKED}` : sql``}
    ) as products
    order by ${sql.join(order, sql`, `)} offset ${offset} limit ${limit}`
}
