import { and, asc, desc, eq, gt, gte, inArray, lte, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import { Product, type ProductSort } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { listings } from './listings.table.ts'
import type { UnderstoodQuery } from './understand-query.ts'

type Columns = typeof products

/** The columns that a schema of the contract shows, so that a new field is named there alone. */
export const columnsOf = <Shape extends object>({ shape }: { shape: Shape }) =>
  Object.fromEntries(
    Object.keys(shape).map((name) => [name, products[name as keyof Columns]]),
  ) as Pick<Columns, keyof Shape & keyof Columns>

/** What visitors see of a product; `cost_price` is not among it. */
export const productColumns = { ...columnsOf(Product), name: products.full_name }

export type Slice = { offset: number; limit: number }

/** Of listings: each has an index, with and without category. */
export const SORTS: Record<ProductSort, SQL[]> = {
  newest: [desc(listings.created_at), asc(listings.id)],
  'price-up': [asc(listings.price), asc(listings.id)],
  'price-down': [desc(listings.price), desc(listings.id)],
  'best-rated': [desc(listings.rating_average), desc(listings.review_count), asc(listings.id)],
  'best-selling': [desc(listings.units_sold), asc(listings.id)],
}

/** What a list is about: its category and price range. */
export const baseFilters = (query: UnderstoodQuery) =>
  and(
    sql`true`,
    query.category ? eq(listings.category, query.category) : undefined,
    query.featured ? sql`${listings.featured}` : undefined,
    query.min_price === undefined ? undefined : gte(listings.price, query.min_price),
    query.max_price === undefined ? undefined : lte(listings.price, query.max_price),
  )

export const onSale = sql`${listings.on_sale}`

/** What a visitor chose to narrow it down. The options of one attribute are one filter. */
export function chosenFilters(query: UnderstoodQuery) {
  const chosen: { name: string; condition: SQL | undefined }[] = []
  if (query.in_stock) chosen.push({ name: 'in_stock', condition: gt(listings.stock, 0) })
  if (query.on_sale) chosen.push({ name: 'on_sale', condition: onSale })
  if (query.min_rating !== undefined) {
    const condition = gte(listings.rating_average, query.min_rating)
    chosen.push({ name: 'min_rating', condition })
  }
  for (const { attribute_id, ids } of query.groups) {
    const condition = sql`${listings.option_ids} && ${sql.param(ids)}::int[]`
    chosen.push({ name: attribute_id, condition })
  }
  return chosen
}

export const filters = (query: UnderstoodQuery) =>
  and(baseFilters(query), ...chosenFilters(query).map(({ condition }) => condition))

export const isPriced = ({ min_price, max_price }: UnderstoodQuery) =>
  min_price !== undefined || max_price !== undefined

/** Whether the index of prices, which covers every filter and order, finds the slice without reading other rows. */
const isFoundByPrice = (query: UnderstoodQuery, sort: ProductSort) =>
  isPriced(query) ||
  ((sort === 'price-up' || sort === 'price-down') && chosenFilters(query).length > 0)

/** Where the index of prices finds it, a subquery picks the ids, so only the rows of this slice are read. */
export function sliceOf<Select extends PgSelect>(
  select: Select,
  db: Db,
  query: UnderstoodQuery,
  sort: ProductSort,
  { offset, limit }: Slice,
) {
  const order = SORTS[sort]
  if (!isFoundByPrice(query, sort)) {
    return select
      .where(filters(query))
      .orderBy(...order)
      .offset(offset)
      .limit(limit)
  }
  const ids = db
    .select({ id: listings.id })
    .from(listings)
    .where(filters(query))
    .orderBy(...order)
    .offset(offset)
    .limit(limit)
  return select.where(inArray(listings.id, ids)).orderBy(...order)
}
