import { asc, count, isNull } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'

export async function countProducts(db: Db): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(products)
    .where(isNull(products.archived_at))
  return row?.count ?? 0
}

/** The ids of all products on sale, a part at a time. */
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
