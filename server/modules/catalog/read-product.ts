import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'
import { productColumns } from './product-columns.ts'

/** A product on sale, as visitors see it. */
export async function readProduct(db: Db, id: string) {
  const [product] = await db
    .select(productColumns)
    .from(products)
    .where(and(eq(products.id, id), isNull(products.archived_at)))
  return product
}
