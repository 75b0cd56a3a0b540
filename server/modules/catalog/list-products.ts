import { PRODUCTS_PER_PAGE, type ProductQuery } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { sliceOf, summaryColumns } from './product-query.ts'
import { searchProducts, searchWords } from './search.ts'

/** Paged without a count: one row more than shown means that there is a next page. */
export async function listProducts(db: Db, query: ProductQuery) {
  const page = query.page ?? 1
  const limit = query.limit ?? PRODUCTS_PER_PAGE
  const offset = (page - 1) * limit
  const words = searchWords(query.q ?? '')
  if (words.length > 0)
    return { page, ...(await searchProducts(db, query, words, { offset, limit })) }
  const select = db.select(summaryColumns).from(products).$dynamic()
  const slice = { offset, limit: limit + 1 }
  const rows = await sliceOf(select, db, query, query.sort ?? 'newest', slice)
  return { page, items: rows.slice(0, limit), has_more: rows.length > limit, match: null }
}
