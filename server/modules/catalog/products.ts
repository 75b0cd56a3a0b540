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
} from 'drizzle-orm'
import { Product } from '#contract/catalog.ts'
import type { Db } from '#server/platform/database.ts'
import { isDemoRow } from '#server/platform/demo-rows.ts'
import { products } from './catalog.table.ts'
import { columnsOf } from './product-query.ts'

const productColumns = columnsOf(Product)

/** A product on sale, as visitors see it. */
export async function readProduct(db: Db, id: string) {
  const [product] = await db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.id, id), isNull(products.archived_at)))
  return product
}

/** How a product on sale is rated by its shown reviews. */
export async function readRating(db: Db, id: string) {
  const [rating] = await db
    .select({
      rating_average: products.rating_average,
      review_count: products.review_count,
      rating_counts: products.rating_counts,
    })
    .from(products)
    .where(and(eq(products.id, id), isNull(products.archived_at)))
  return rating
}

/** Products by id for orders and reviews. Archived ones are included, since old orders refer to them. */
export const findProducts = (db: Db, ids: string[]) =>
  db
    .select({
      id: products.id,
      name: products.name,
      image_url: products.image_url,
      price: products.price,
      original_price: products.original_price,
      stock: products.stock,
      archived_at: products.archived_at,
    })
    .from(products)
    .where(inArray(products.id, ids))

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
    .select({ name: products.name, image_url: products.image_url })
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
    .from(products)
    .where(and(isNull(products.archived_at), isNotNull(products.image_url)))
    .orderBy(desc(products.units_sold), asc(products.id))
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
 * those of `except`.
 */
export async function findOffers(
  db: Db,
  { first, except, limit }: { first: string[]; except: string[]; limit: number },
) {
  const available = and(isNull(products.archived_at), gt(products.stock, 0))
  const without = except.length > 0 ? notInArray(products.id, except) : undefined
  const chosen = await db
    .select(productColumns)
    .from(products)
    .where(and(available, without, inArray(products.id, first)))
  const best = await db
    .select(productColumns)
    .from(products)
    .where(and(available, without))
    .orderBy(desc(products.units_sold), asc(products.id))
    .limit(limit + chosen.length)
  const ranked = first.flatMap((id) => chosen.find((product) => product.id === id) ?? [])
  const others = best.filter(({ id }) => !first.includes(id))
  return [...ranked, ...others].slice(0, limit)
}
