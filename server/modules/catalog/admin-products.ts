import { and, eq, isNotNull, isNull, lt, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { AdminProductQuery, NO_CATEGORY } from '#contract/edit-products.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import { csvExport } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { hasWord, orderBy, paged, wordsOf } from '#server/platform/paged.ts'
import { former_product_names, products } from './catalog.table.ts'

const rowColumns = {
  id: products.id,
  name: products.name,
  price: products.price,
  cost_price: products.cost_price,
  original_price: products.original_price,
  image_url: products.image_url,
  category: products.category,
  stock: products.stock,
  featured: products.featured,
  rating_average: products.rating_average,
  review_count: products.review_count,
  units_sold: products.units_sold,
  archived_at: products.archived_at,
  version: products.version,
  created_at: products.created_at,
}

/** `cost_price` is in it: for the back office alone. */
export const adminColumns = {
  ...rowColumns,
  description: products.description,
  images: products.images,
}

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
        .select(rowColumns)
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

/**
 * The columns of an export, which an import reads again. `version` and `stock_before` say what the admin saw:
 * leave them as they are, and nothing that changed meanwhile is overwritten.
 */
export const CSV_COLUMNS = [
  'id',
  'version',
  'name',
  'description',
  'price',
  'cost_price',
  'original_price',
  'category',
  'stock',
  'stock_before',
  'featured',
  'archived',
  'images',
] as const

export const productsExport = csvExport({
  query: AdminProductQuery,
  columns: CSV_COLUMNS,
  rows: (query) => sql`
    select id, version, name, description, price, cost_price, original_price, category, stock,
      stock as stock_before, featured, archived_at is not null as archived,
      array_to_string(images, ' ') as images
    from ${products} where ${matching(query) ?? sql`true`}
    order by ${sql.join(ordering(query), sql`, `)}`,
})
