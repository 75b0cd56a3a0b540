import { and, inArray, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'

/** What a cart's products cost now. Whoever is missing from the answer is no longer sold. */
export const priceCart = (db: Db, ids: string[]) =>
  db
    .select({
      id: products.id,
      name: products.name,
      price: products.price,
      image_url: products.image_url,
      stock: products.stock,
    })
    .from(products)
    .where(and(inArray(products.id, ids), isNull(products.archived_at)))
