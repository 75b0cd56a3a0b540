import { and, asc, desc, eq, gt, gte, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { type ProductSort, ProductSummary } from '#contract/catalog.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import type { UnderstoodQuery } from './understand-query.ts'

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

/** What a list is about: its category and price range. */
export const baseFilters = (query: UnderstoodQuery) =>
  and(
    isNull(products.archived_at),
    query.category ? eq(products.category, query.category) : undefined,
    query.featured ? sql`${products.featured}` : undefined,
    query.min_price === undefined ? undefined : gte(products.price, query.min_price),
    query.max_price === undefined ? undefined : lte(products.price, query.max_price),
  )

export const onSale = gt(products.original_price, products.price)

/** What a visitor chose to narrow it down. The options of one attribute are one filter. */
export function chosenFilters(query: UnderstoodQuery) {
  const chosen: { name: string; condition: SQL | undefined }[] = []
  if (query.in_stock) chosen.push({ name: 'in_stock', condition: gt(products.stock, 0) })
  if (query.on_sale) chosen.push({ name: 'on_sale', condition: onSale })
  if (query.min_rating !== undefined) {
    const condition = gte(products.rating_average, query.min_rating)
    chosen.push({ name: 'min_rating', condition })
  }
  for (const { attribute_id, ids } of query.groups) {
    const condition = sql`${products.option_ids} && ${sql.param(ids)}::int[]`
    chosen.push({ name: attribute_id, condition })
  }
  return chosen
}

export const filters = (query: UnderstoodQuery) =>
  and(baseFilters(query), ...chosenFilters(query).map(({ condition }) => condition))

/** With a price range, an index-only subquery picks the ids, so only the rows of this slice are read. */
export function sliceOf<Select extends PgSelect>(
  select: Select,
  db: Db,
  query: UnderstoodQuery,
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
