import {
  and,
  asc,
  eq,
  inArray,
  isNotNull,
  isNull,
  lt,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
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
import { listings } from './listings.table.ts'
import { columnsOf, type Slice } from './product-query.ts'

/** `cost_price` is in it: for the back office alone. */
export const adminColumns = columnsOf(AdminProduct)

const { group: _, ...row } = AdminProductRow.shape
const rowColumns = columnsOf({ shape: row })

const matching = (query: AdminProductQuery, product: typeof products = products) =>
  and(
    query.archived ? isNotNull(product.archived_at) : isNull(product.archived_at),
    query.category === undefined
      ? undefined
      : query.category === NO_CATEGORY
        ? isNull(product.category)
        : eq(product.category, query.category),
    query.featured ? sql`${product.featured}` : undefined,
    query.stock === 'low' ? lt(product.stock, LOW_STOCK_BELOW) : undefined,
    query.stock === 'out'
      ? and(lt(product.stock, LOW_STOCK_BELOW), eq(product.stock, 0))
      : undefined,
    query.group ? eq(product.group_id, query.group) : undefined,
    ...named(product.plain_full_name, query.q ?? ''),
  )

// Typed as the table: an alias differs from it in its name alone.
const earlier = alias(products, 'earlier') as unknown as typeof products

/** With `folded`, of each group the first product that matches. */
const shown = (query: AdminProductQuery) =>
  query.folded
    ? and(
        matching(query),
        sql`not exists (select from ${products} as earlier where ${earlier.group_id} = ${products.group_id}
          and (${earlier.group_position}, ${earlier.id}) < (${products.group_position}, ${products.id})
          and ${matching(query, earlier)})`,
      )
    : matching(query)

/** All groups and products on sale: as many as there are cards, which are counted faster. */
const isWhole = ({ folded, q, category, featured, stock, archived, group }: AdminProductQuery) =>
  folded && !q && category === undefined && !featured && !stock && !archived && !group

/** Written out: a select from one table leaves its name away, and `group_id` is a column of both. */
const rowGroup: SQL<AdminProductRow['group']> = sql`(
  select json_build_object('id', g.id, 'option_name', g.option_name, 'kind', g.kind,
    'count', count(m.id), 'stock', coalesce(sum(m.stock), 0), 'units_sold', coalesce(sum(m.units_sold), 0),
    'from', min(m.price), 'to', max(m.price))
  from product_groups g left join products m on m.group_id = g.id and m.archived_at is null
  where g.id = products.group_id group by g.id)`

/** Commas apart: a size is shown as "Rose Serum, 50 ml". */
const named = (plain_name: SQLWrapper, text: string) =>
  wordsOf(text.replaceAll(',', ' ')).map((word) =>
    hasWord(plain_name, word, (pattern) => sql`plain_text(${pattern})`),
  )

/** A subquery: the ids of products that have, or once had, every word of a text in their name. */
export const productsNamed = (text: string): SQL => sql`
  select ${products.id} from ${products} where ${and(sql`true`, ...named(products.plain_full_name, text))}
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

const ordering = ({ sort, group }: AdminProductQuery) =>
  group && !sort
    ? [asc(products.group_position), asc(products.id)]
    : orderBy(sort ?? '-created_at', sortColumns, products.id)

export const listAdminProducts = (db: Db, query: AdminProductQuery) =>
  paged(query, {
    count: () => (isWhole(query) ? db.$count(listings) : db.$count(products, shown(query))),
    rows: (slice) => readRows(db, query, slice),
  })

function readRows(db: Db, query: AdminProductQuery, { offset, limit }: Slice) {
  const ids = db
    .select({ id: products.id })
    .from(products)
    .where(shown(query))
    .orderBy(...ordering(query))
    .offset(offset)
    .limit(limit)
  // In a select with an offset, PostgreSQL would also look up the groups of all rows before the page.
  return db
    .select({ ...rowColumns, group: rowGroup })
    .from(products)
    .where(inArray(products.id, ids))
    .orderBy(...ordering(query))
}

export async function readAdminProduct(db: Db, id: string) {
  const [product] = await db.select(adminColumns).from(products).where(eq(products.id, id))
  if (!product) throw errors.ROW_NOT_FOUND()
  return product
}

export const productsExport = csvExport({
  area: 'products',
  query: AdminProductQuery,
  columns: CSV_COLUMNS,
  rows: (query) => sql`
    select ${csvValues} from ${products} where ${matching(query) ?? sql`true`}
    order by ${sql.join(ordering(query), sql`, `)}`,
})
