import { randomUUID } from 'node:crypto'
import { credentials, profiles, user_roles } from '#server/modules/accounts/accounts.table.ts'
import { hashPassword } from '#server/modules/accounts/password-hash.ts'
import { categories, products, stock_movements } from '#server/modules/catalog/catalog.table.ts'
import type { Db } from '#server/platform/database.ts'

export const PASSWORD = 'a quiet morning'

const first = <Row>([row]: Row[]): Row => {
  if (!row) throw new Error('Nothing was inserted')
  return row
}

export async function givenCategory(
  db: Db,
  name: string,
  given: Partial<typeof categories.$inferInsert> = {},
) {
  return first(
    await db
      .insert(categories)
      .values({ name, ...given })
      .returning(),
  )
}

export async function givenProduct(db: Db, given: Partial<typeof products.$inferInsert> = {}) {
  const product = first(
    await db
      .insert(products)
      .values({
        name: `Serum ${randomUUID().slice(0, 8)}`,
        description: 'A quiet serum for loud days.',
        price: 20,
        stock: 10,
        ...given,
      })
      .returning(),
  )
  if (product.stock > 0) {
    await db
      .insert(stock_movements)
      .values({ product_id: product.id, change: product.stock, reason: 'set' })
  }
  return product
}

export async function givenProfile(db: Db, given: Partial<typeof profiles.$inferInsert> = {}) {
  const profile = first(
    await db
      .insert(profiles)
      .values({
        full_name: 'Iris Bloom',
        email: `iris.${randomUUID().slice(0, 8)}@example.com`,
        ...given,
      })
      .returning(),
  )
  await db.insert(credentials).values({
    user_id: profile.id,
    account_id: profile.id,
    provider_id: 'credential',
    password: await hashPassword(PASSWORD),
  })
  return profile
}

export async function givenAdmin(db: Db) {
  const profile = await givenProfile(db, { full_name: 'Ada Keeper' })
  await db.insert(user_roles).values({ user_id: profile.id, role: 'admin' })
  return profile
}
