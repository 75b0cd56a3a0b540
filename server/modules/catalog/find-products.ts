import { inArray } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'

/** What orders need to know of products, archived ones included: old orders keep their lines. */
export const findProducts = (db: Db, ids: string[]) =>
  db
    .select({
      id: products.id,
      name: products.name,
      image_url: products.image_url,
      price: products.price,
      stock: products.stock,
      archived_at: products.archived_at,
    })
    .from(products)
    .where(inArray(products.id, ids))
