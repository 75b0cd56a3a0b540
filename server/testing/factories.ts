import { randomBytes, randomUUID, scryptSync } from 'node:crypto'
import type { Role } from '#contract/rights.ts'
import { credentials, profiles, user_roles } from '#server/modules/accounts/accounts.table.ts'
import { categories, products, stock_movements } from '#server/modules/catalog/catalog.table.ts'
import { media_files } from '#server/modules/media/media.table.ts'
import type { Db } from '#server/platform/database.ts'

export const PASSWORD = 'a quiet morning'

/** A hash carries its own cost: at the lowest one neither making nor checking it takes the 100 ms of a real one. */
const cheapHash = (password: string) => {
  const key = scryptSync(password, 'salt', 32, { N: 2, r: 1, p: 1 })
  return [
    'scrypt',
    2,
    1,
    1,
    Buffer.from('salt').toString('base64url'),
    key.toString('base64url'),
  ].join(':')
}

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
    password: cheapHash(PASSWORD),
  })
  return profile
}

export const givenAdmin = (db: Db, given: Partial<typeof profiles.$inferInsert> = {}) =>
  givenColleague(db, 'admin', { full_name: 'Ada Keeper', ...given })

export async function givenColleague(
  db: Db,
  role: Role,
  given: Partial<typeof profiles.$inferInsert> = {},
) {
  const profile = await givenProfile(db, { full_name: `Cleo of ${role}`, ...given })
  await db.insert(user_roles).values({ user_id: profile.id, role })
  return profile
}

/** An uploaded picture of a product that nothing shows yet; its bytes do not exist. */
export async function givenPicture(db: Db) {
  const name = `${randomBytes(8).toString('hex')}-${Date.now()}-800x1000.webp`
  const size = { width: 800, height: 1000, bytes: 1 }
  await db
    .insert(media_files)
    .values({ name, type: 'image/webp', ...size, purpose: 'product', state: 'stored' })
  return `/files/${name}`
}
