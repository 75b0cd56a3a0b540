import { and, eq, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  AdminProduct,
  AdminProductQuery,
  AdminProductRow,
  NO_CATEGORY,
} from '#contract/edit-products.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import { csvExport } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { hasWord, orderBy, paged, wordsOf } from '#server/platform/paged.ts'
import { former_product_names, products } from './catalog.table.ts'
import { CSV_COLUMNS, csvValues } from './csv-columns.ts'
import { columnsOf } from './product-query.ts'

/** `cost_price` is in it: for the back office alone. */
export const adminColumns = columnsOf(AdminProduct)

const matching = (query: AdminProductQuery) =>
  and(
    query.archived ? isNotNull(products.archived_at) : isNull(products.archived_at),
    query.category === undefined
      ? undefined
      : query.category === NO_CATEGORY
        ? isNull(products.category)
        : eq(products.category, query.category),
    query.featured ? sql`${products.featured}` : undefined,
    query.stock === 'low' ? lt(products.stock, LOW_STOCK_BELOW) : undefined,
    query.stock === 'out'
      ? and(lt(products.stock, LOW_STOCK_BELOW), eq(products.stock, 0))
      : undefined,
    ...named(products.plain_name, query.q ?? ''),
  )

const named = (plain_name: SQLWrapper, text: string) =>
  wordsOf(text).map((word) => hasWord(plain_name, word, (pattern) => sql`plain_text(${pattern})`))

/** A subquery: the ids of products that have, or once had, every word of a text in their name. */
export const productsNamed = (text: string): SQL => sql`
  select ${products.id} from ${products} where ${and(sql`true`, ...named(products.plain_name, text))}
  union all
  select ${former_product_names.product_id} from ${former_product_names}
  where ${and(sql`true`, ...named(former_product_names.plain_name, text))}`

const sortColumns = {
  created_at: products.created_at,
  name: products.name,
  price: products.price,
  stock: products.stock,
  units_sold: products.units_sold,
}

const ordering = ({ sort = '-created_at' }: AdminProductQuery) =>
  orderBy(sort, sortColumns, products.id)

export const listAdminProducts = (db: Db, query: AdminProductQuery) =>
  paged(query, {
    count: () => db.$count(products, matching(query)),
    rows: ({ offset, limit }) =>
      db
        .select(columnsOf(AdminProductRow))
        .from(products)
        .where(matching(query))
        .orderBy(...ordering(query))
        .offset(offset)
        .limit(limit),
  })

export async function readAdminProduct(db: Db, id: string) {
  const [product] = await db.select(adminColumns).from(products).where(eq(products.id, id))
  if (!product) throw errors.ROW_NOT_FOUND()
  return product
}

export const productsExport = csvExport({
  query: AdminProductQuery,
  columns: CSV_COLUMNS,
  rows: (query) => sql`
    select ${csvValues} from ${products} where ${matching(query) ?? sql`true`}
    order by ${sql.join(ordering(query), sql`, `)}`,
})
