import { and, desc, sql } from 'drizzle-orm'
import type { ProductQuery, ProductSort } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { filters, type Slice, SORTS, sliceOf } from './product-order.ts'
import type { Match } from './search-terms.ts'

/** So many products are looked through first: the best-selling ones, or the first in the order asked for. */
const LOOKED_THROUGH = 240
/** Words are common if so many of them have them; to go on like that until a page is full is quick then. */
const COMMON = 5
/** So many products with less common words are ranked together. */
const RANKED = 200

/**
 * The ids of matching products, best first, or in the order asked for. Whether words are common is
 * counted, not estimated: it decides between two ways of which the wrong one would read the whole shop.
 */
export async function findMatches(
  db: Db,
  query: ProductQuery,
  match: Match,
  { offset, limit }: Slice,
): Promise<string[] | 'none'> {
  const first = await amongFirst(db, query, match)
  if (first.length < COMMON) return throughIndex(db, query, match, { offset, limit })
  const page = first.slice(offset, offset + limit)
  if (page.length === limit) return page
  const next = { offset: Math.max(offset, first.length), limit: limit - page.length }
  return [...page, ...(await inOrder(db, query, match, next))]
}

const sortOf = (query: ProductQuery) => query.sort ?? 'best-selling'

async function amongFirst(db: Db, query: ProductQuery, match: Match) {
  const select = db.select().from(products).$dynamic()
  const slice = { offset: 0, limit: LOOKED_THROUGH }
  const first = sliceOf(select, db, query, sortOf(query), slice).as('products')
  const order = SORTS[sortOf(query)]
  const found = await db
    .select({ id: first.id })
    .from(first)
    .where(match.matches)
    .orderBy(...(query.sort ? order : [desc(match.relevance), ...order]))
  return found.map(({ id }) => id)
}

async function inOrder(db: Db, query: ProductQuery, match: Match, { offset, limit }: Slice) {
  const found = await db
    .select({ id: products.id })
    .from(products)
    .where(and(filters(query), match.matches))
    .orderBy(...SORTS[sortOf(query)])
    .offset(offset)
    .limit(limit)
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
