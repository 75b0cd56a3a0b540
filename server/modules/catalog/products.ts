import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  not,
  notInArray,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { ProductGroup } from '#contract/product-groups.ts'
import type { Db } from '#server/platform/database.ts'
import { isDemoRow } from '#server/platform/demo-rows.ts'
import { products } from './catalog.table.ts'
import { listings } from './listings.table.ts'
import { productColumns } from './product-query.ts'

/** A product on sale, as visitors see it. */
export async function readProduct(db: Db, id: string) {
  const [product] = await db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.id, id), isNull(products.archived_at)))
  return product
}

const pageGroup: SQL<ProductGroup | null> = sql`(
  select json_build_object('id', g.id, 'name', g.name, 'option_name', g.option_name, 'kind', g.kind, 'choices',
    json_agg(json_build_object('product_id', m.id, 'name', m.full_name, 'value', m.group_value, 'colour', m.group_colour, 'price', m.price,
      'original_price', m.original_price, 'in_stock', m.stock > 0, 'image_url', m.image_url)
      order by m.group_position, m.id))
  from product_groups g join products m on m.group_id = g.id and m.archived_at is null
  where g.id = products.group_id group by g.id)`

const identifiers = { brand: products.brand, gtin: products.gtin, mpn: products.mpn }

/** A product on sale for its page, with its group; the rating is that of the whole group. */
export async function readProductDetails(db: Db, id: string) {
  const { rating_average, review_count } = listings
  const [product] = await db
    .select({ ...productColumns, ...identifiers, rating_average, review_count, group: pageGroup })
    .from(products)
    .innerJoin(listings, eq(listings.id, sql`coalesce(${products.group_id}, ${products.id})`))
    .where(and(eq(products.id, id), isNull(products.archived_at)))
  if (!product) return undefined
  const { brand, gtin, mpn, ...rest } = product
  return { ...rest, ...(brand && { brand }), ...(gtin && { gtin }), ...(mpn && { mpn }) }
}

/**
 * How a product on sale, or its whole group, is rated by its shown reviews; and whose reviews these are, archived
 * members included: what is said of a size that is gone is said of the others, too.
 */
export async function readRating(db: Db, id: string) {
  const counts = [1, 2, 3, 4, 5].map((star) => sql`sum(m.rating_counts[${sql.raw(String(star))}])`)
  const { rows } = await db.execute<{
    rating_average: number
    review_count: number
    rating_counts: number[]
    members: { id: string; value: string | null }[]
  }>(sql`
    select l.rating_average::float8 as rating_average, l.review_count,
      array[${sql.join(counts, sql`, `)}]::int[] as rating_counts,
      json_agg(json_build_object('id', m.id, 'value', m.group_value)) as members
    from products p
    join listings l on l.id = coalesce(p.group_id, p.id)
    join products m on m.id = p.id or m.group_id = p.group_id
    where p.id = ${id}::uuid and p.archived_at is null group by l.id`)
  return rows[0]
}

/** Products by id for orders and reviews. Archived ones are included, since old orders refer to them. */
export const findProducts = (db: Db, ids: string[]) =>
  db
    .select({
      id: products.id,
      name: products.full_name,
      image_url: products.image_url,
      price: products.price,
      original_price: products.original_price,
      stock: products.stock,
      weight_grams: products.weight_grams,
      tax_exempt: products.tax_exempt,
      archived_at: products.archived_at,
    })
    .from(products)
    .where(sql`${products.id} = any(${sql.param(ids)})`)
    .prepare('find_products')
    .execute()

export async function countProducts(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(products)
    .where(isNull(products.archived_at))
  return row?.count ?? 0
}

/** The newest product on sale that is not the demo's. */
export async function findOwnProduct(db: Db) {
  const [product] = await db
    .select({ name: products.full_name, image_url: products.image_url })
    .from(products)
    .where(and(isNull(products.archived_at), not(isDemoRow(products.id))))
    .orderBy(desc(products.created_at))
    .limit(1)
  return product
}

/** The ids of all products on sale, one part at a time (`part` counts from 1). */
export async function listProductIds(db: Db, part: number, partSize: number): Promise<string[]> {
  const rows = await db
    .select({ id: products.id })
    .from(products)
    .where(isNull(products.archived_at))
    .orderBy(asc(products.id))
    .offset((part - 1) * partSize)
    .limit(partSize)
  return rows.map(({ id }) => id)
}

/** Five best sellers with a picture, for the previews of mails. */
export async function listSampleProducts(db: Db) {
  const rows = await db
    .select(productColumns)
    .from(listings)
    .innerJoin(products, eq(products.id, listings.product_id))
    .where(isNotNull(products.image_url))
    .orderBy(desc(listings.units_sold), asc(listings.id))
    .limit(5)
  return rows.map(({ id, name, description, price, image_url }) => ({
    name,
    description,
    price,
    image: image_url,
    productLink: `/product/${id}`,
  }))
}

/**
 * Products that can be bought now, to suggest in a mail: those of `first` in their order, then best sellers, without
 * those of `except`. One of each group.
 */
export async function findOffers(
  db: Db,
  { first, except, limit }: { first: string[]; except: string[]; limit: number },
) {
  const available = and(isNull(products.archived_at), gt(products.stock, 0))
  const listing = sql<string>`coalesce(${products.group_id}, ${products.id})`
  const columns = { ...productColumns, listing }
  const taken = db.select({ listing }).from(products).where(inArray(products.id, except))
  const without = except.length > 0 ? notInArray(listing, taken) : undefined
  const chosen = await db
    .select(columns)
    .from(products)
    .where(and(available, without, inArray(products.id, first)))
  const best = await db
    .select(columns)
    .from(listings)
    .innerJoin(products, eq(products.id, listings.product_id))
    .where(and(available, without))
    .orderBy(desc(listings.units_sold), asc(listings.id))
    .limit(limit + chosen.length)
  const ranked = first.flatMap((id) => chosen.find((product) => product.id === id) ?? [])
  const offers = [...ranked, ...best]
  return offers
    .filter((one, n) => offers.findIndex((other) => other.listing === one.listing) === n)
    .slice(0, limit)
    .map(({ listing: _, ...offer }) => offer)
}
