import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { type ProductQuery, type ProductSort, ProductSummary } from '#contract/catalog.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'

type Columns = typeof products

/** The columns that a schema of the contract shows, so that a new field is named there alone. */
export const columnsOf = <Shape extends object>({ shape }: { shape: Shape }) =>
  Object.fromEntries(
    Object.keys(shape).map((name) => [name, products[name as keyof Columns]]),
  ) as Pick<Columns, keyof Shape & keyof Columns>

/** What lists show; `cost_price` is not among it. */
export const summaryColumns = {
  ...columnsOf(ProductSummary),
  stock: sql<number>`least(${products.stock}, ${LOW_STOCK_BELOW})`,
}

export type Slice = { offset: number; limit: number }

/** Each has an index, with and without category. */
export const SORTS: Record<ProductSort, SQL[]> = {
  newest: [desc(products.created_at), asc(products.id)],
  'price-up': [asc(products.price), asc(products.id)],
  'price-down': [desc(products.price), desc(products.id)],
  'best-rated': [desc(products.rating_average), desc(products.review_count), asc(products.id)],
  'best-selling': [desc(products.units_sold), asc(products.id)],
}

export const filters = (query: ProductQuery) =>
  and(
    isNull(products.archived_at),
    query.category ? eq(products.category, query.category) : undefined,
    query.featured ? sql`${products.featured}` : undefined,
    query.in_stock ? gt(products.stock, 0) : undefined,
    query.min_price === undefined ? undefined : gte(products.price, query.min_price),
    query.max_price === undefined ? undefined : lte(products.price, query.max_price),
  )

/** With a price range, an index-only subquery picks the ids, so only the rows of this slice are read. */
export function sliceOf<Select extends PgSelect>(
  select: Select,
  db: Db,
  query: ProductQuery,
  sort: ProductSort,
  { offset, limit }: Slice,
) {
  const isPriced = query.min_price !== undefined || query.max_price !== undefined
  const order = SORTS[sort]
  if (!isPriced) {
    return select
      .where(filters(query))
      .orderBy(...order)
      .offset(offset)
      .limit(limit)
  }
  const ids = db
    .select({ id: products.id })
    .from(products)
    .where(filters(query))
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
  return select.where(inArray(products.id, ids)).orderBy(...order)
}
