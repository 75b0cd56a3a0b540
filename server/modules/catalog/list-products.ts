import { PRODUCTS_PER_PAGE, type ProductPage, type ProductQuery } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { readCards } from './product-cards.ts'
import { searchProducts } from './search.ts'
import { understandQuery } from './understand-query.ts'

/** Paged without a count: one row more than shown means that there is a next page. */
export async function listProducts(db: Db, input: ProductQuery): Promise<ProductPage> {
  const query = await understandQuery(db, input)
  const { page = 1, limit = PRODUCTS_PER_PAGE, typed_price } = query
  const offset = (page - 1) * limit
  if (query.words.length > 0) {
    return { page, typed_price, ...(await searchProducts(db, query, { offset, limit })) }
  }
  const rows = await readCards(db, query, { offset, limit: limit + 1 })
  const items = rows.slice(0, limit)
  return { page, items, has_more: rows.length > limit, match: null, typed_price }
}
