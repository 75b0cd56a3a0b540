import { eq } from 'drizzle-orm'
import { profiles } from '#server/modules/accounts/accounts.table.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { connectDatabase, type Db } from '#server/platform/database.ts'
import { ADMIN_ID } from './people.ts'

export async function isShopEmpty(databaseUrl: string): Promise<boolean> {
  const { db, close } = connectDatabase(databaseUrl, { max: 1 })
  return isEmpty(db).finally(close)
}

/** It has neither the demo nor products of its own. */
export async function isEmpty(db: Db): Promise<boolean> {
  const [admin] = await db.select().from(profiles).where(eq(profiles.id, ADMIN_ID))
  const [product] = await db.select({ id: products.id }).from(products).limit(1)
  return admin === undefined && product === undefined
}
