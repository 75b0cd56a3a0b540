import { and, asc, desc, eq, gt, gte, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { PRODUCTS_PER_PAGE, type ProductQuery, type ProductSort } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { summaryColumns } from './product-columns.ts'
import { matchesLoosely, matchesWords, searchWords } from './search-words.ts'

const SORTS: Record<ProductSort, SQL[]> = {
  newest: [desc(products.created_at), asc(products.id)],
  'price-up': [asc(products.price), asc(products.id)],
  'price-down': [desc(products.price), desc(products.id)],
  'best-rated': [desc(products.rating_average), desc(products.review_count), asc(products.id)],
  'best-selling': [desc(products.units_sold), asc(products.id)],
}

/** Of very many matches only so many are ranked: a search stays quick however large the shop is. */
const MOST_RANKED = 400

/** Paged without counting: one row more than shown tells whether there is a next page. */
export async function listProducts(db: Db, query: ProductQuery) {
  const page = query.page ?? 1
  const limit = query.limit ?? PRODUCTS_PER_PAGE
  const slice = { offset: (page - 1) * limit, limit: limit + 1 }
  const words = searchWords(query.q ?? '')
  const rows =
    words.length > 0 ? await search(db, query, words, slice) : await browse(db, query, slice)
  return { items: rows.slice(0, limit), page, has_more: rows.length > limit }
}

type Slice = { offset: number; limit: number }

const browse = (db: Db, query: ProductQuery, { offset, limit }: Slice) =>
  db
    .select(summaryColumns)
    .from(products)
    .where(filters(query))
    .orderBy(...SORTS[query.sort ?? 'newest'])
    .offset(offset)
    .limit(limit)

/** Words first; only when no product has them, misspelt ones. */
async function search(db: Db, query: ProductQuery, words: string[], slice: Slice) {
  const exact = matchesWords(words)
  const found = await rank(db, query, exact.matches, exact.rank, slice)
  if (found.length > 0 || slice.offset > 0) return found
  const loose = matchesLoosely(words)
  return rank(db, query, loose.matches, loose.rank, slice)
}

function rank(db: Db, query: ProductQuery, matches: SQL, relevance: SQL<number>, slice: Slice) {
  const candidates = db
    .select({ id: products.id, relevance: relevance.as('relevance') })
    .from(products)
    .where(and(filters(query), matches))
    .limit(MOST_RANKED)
    .as('candidates')
  const order = query.sort
    ? SORTS[query.sort]
    : [desc(candidates.relevance), desc(products.units_sold), asc(products.id)]
  return db
    .select(summaryColumns)
    .from(candidates)
    .innerJoin(products, eq(products.id, candidates.id))
    .orderBy(...order)
    .offset(slice.offset)
    .limit(slice.limit)
}

const filters = (query: ProductQuery) =>
  and(
    isNull(products.archived_at),
    query.category ? eq(products.category, query.category) : undefined,
    query.featured ? sql`${products.featured}` : undefined,
    query.in_stock ? gt(products.stock, 0) : undefined,
    query.min_price === undefined ? undefined : gte(products.price, query.min_price),
    query.max_price === undefined ? undefined : lte(products.price, query.max_price),
  )
