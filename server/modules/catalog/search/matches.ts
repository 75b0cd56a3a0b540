import { and, count, desc, type SQL, sql } from 'drizzle-orm'
import type { ProductSort } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { listings } from '../listings.table.ts'
import { filters, isPriced, type Slice, SORTS, sliceOf } from '../product-query.ts'
import type { UnderstoodQuery } from '../understand-query.ts'
import type { Match } from './terms.ts'

/** Products looked through first: the best-selling ones, or the first in the requested order. */
const LOOKED_THROUGH = 240
/** Within a price range: the walk also passes all that cost more or less. */
const LOOKED_THROUGH_IN_RANGE = 120
/** With this many matches among them the words are common, and walking on in order fills a page quickly. */
const COMMON = 5
/** Less common words: this many matches are ranked by relevance. */
const RANKED = 200

/**
 * The ids of matching listings, most relevant first or in the requested order. Whether words are common is
 * counted, not left to the planner's estimate: the wrong one of the two strategies reads the whole table.
 */
export async function findMatches(
  db: Db,
  query: UnderstoodQuery,
  match: Match,
  { offset, limit }: Slice,
): Promise<string[] | 'none'> {
  const first = await amongFirst(db, query, match, { offset, limit })
  const { page, found, are_all, has_top_sellers } = first
  const isExact = query.sort !== undefined && page.length === limit
  if (found < COMMON && !isExact)
    return throughIndex(db, query, match, { offset, limit, has_top_sellers })
  if (page.length === limit || are_all) return page
  const next = { offset: Math.max(offset, found), limit: limit - page.length }
  return [...page, ...(await inOrder(db, query, match, next))]
}

const sortOf = (query: UnderstoodQuery) => query.sort ?? 'best-selling'

/** What the search and the orders need of a product. */
const { id, search_words, price, rating_average, review_count, units_sold, created_at } = listings
const SEARCHED = { id, search_words, price, rating_average, review_count, units_sold, created_at }

/** Of the matches among the first products: one page, how many, and whether the filters leave no others. */
async function amongFirst(db: Db, query: UnderstoodQuery, match: Match, { offset, limit }: Slice) {
  const select = db.select(SEARCHED).from(listings).$dynamic()
  const most = isPriced(query) ? LOOKED_THROUGH_IN_RANGE : LOOKED_THROUGH
  const slice = { offset: 0, limit: most }
  // Named like the table, so that conditions and orders fit both.
  const first = sliceOf(select, db, query, sortOf(query), slice).as('listings')
  const order = query.sort ? SORTS[query.sort] : [desc(match.relevance), ...SORTS['best-selling']]
  const ordered = sql`array_agg(${first.id} order by ${sql.join(order, sql`, `)})`
  const others = db.select({ id }).from(listings).where(filters(query)).offset(most)
  const isFull = sql`count(*) >= ${offset + limit}`
  const bestSelling = db
    .select({ top_seller: listings.top_seller })
    .from(listings)
    .orderBy(...SORTS['best-selling'])
    .limit(1)
  const rows = await db
    .select({
      page: sql<string[]>`coalesce((${ordered})[${offset + 1}:${offset + limit}], '{}')`,
      found: count(),
      // Asked only where it is needed.
      are_all: sql<boolean>`case when ${isFull} then false else not exists (${others}) end`,
      has_top_sellers: sql<boolean>`coalesce((${bestSelling}), false)`,
    })
    .from(first)
    .where(match.matches)
  return rows[0] ?? { page: [], found: 0, are_all: false, has_top_sellers: false }
}

async function inOrder(db: Db, query: UnderstoodQuery, match: Match, { offset, limit }: Slice) {
  const found = await db
    .select({ id: listings.id })
    .from(listings)
    .where(and(filters(query), match.matches))
    .orderBy(...SORTS[sortOf(query)])
    .offset(offset)
    .limit(limit)
  return found.map(({ id }) => id)
}

type IndexSlice = Slice & { has_top_sellers: boolean }

async function throughIndex(
  db: Db,
  query: UnderstoodQuery,
  match: Match,
  { has_top_sellers, ...slice }: IndexSlice,
): Promise<string[] | 'none'> {
  const read = async (statement: SQL) =>
    (await db.execute<{ id: string }>(statement)).rows.map(({ id }) => id)
  if (has_top_sellers && !query.sort) {
    const ids = await read(ranked(query, match, slice, 'top sellers'))
    if (ids.length === slice.limit) return ids
  }
  const part = has_top_sellers ? 'top sellers first' : 'all'
  const ids = await read(
    query.sort ? sorted(query, match, query.sort, slice) : ranked(query, match, slice, part),
  )
  if (ids.length > 0) return ids
  if (slice.offset === 0) return 'none'
  // An empty page past the last one is not "no match".
  const first = await throughIndex(db, query, match, { offset: 0, limit: 1, has_top_sellers })
  return first === 'none' ? 'none' : []
}

/** `offset 0` is an optimisation fence: walking the sort index could read the whole table. */
const sorted = (
  query: UnderstoodQuery,
  match: Match,
  sort: ProductSort,
  { offset, limit }: Slice,
) =>
  sql`
    select id from (
      select id, price, rating_average, review_count, units_sold, created_at
      from listings where ${and(filters(query), match.inIndex)} offset 0
    ) as listings
    order by ${sql.join(SORTS[sort], sql`, `)} offset ${offset} limit ${limit}`

/**
 * The first pages rank only the first matches found, since reading and ranking all of them takes long. In a large
 * catalogue they are found among the top sellers; if those have less than a page, all matches are read, in the same
 * order. Materialized, so that the plan uses the search index; it is still read only as far as needed.
 */
function ranked(
  query: UnderstoodQuery,
  match: Match,
  { offset, limit }: Slice,
  part: 'all' | 'top sellers' | 'top sellers first',
) {
  const isOfBoth = part === 'top sellers first'
  const isNear = offset + limit <= RANKED && !isOfBoth
  const sold = part === 'top sellers' ? sql`top_seller` : undefined
  // As the index finds them: in the order of the table.
  const found = isOfBoth ? sql`partition by top_seller order by found_at` : sql``
  const order = [
    sql`not top_seller`,
    sql`place > ${RANKED}`,
    sql`relevance desc`,
    ...SORTS['best-selling'],
  ]
  return sql`
    with matching as materialized (
      select id, units_sold, top_seller, ctid as found_at, ${match.relevance} as relevance
      from listings where ${and(sold, filters(query), match.inIndex)}
    )
    select id from (
      select *, row_number() over (${found}) as place
      from matching ${isNear ? sql`limit ${RANKED}` : sql``}
    ) as listings
    order by ${sql.join(order, sql`, `)} offset ${offset} limit ${limit}`
}
