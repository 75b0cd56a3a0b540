/** What `npm start` asks about a shop, apart from what fills it: the supervisor stays small. */
import { eq, inArray } from 'drizzle-orm'
import { profiles, user_roles } from '#server/modules/accounts/accounts.table.ts'
import { products } from '#server/modules/catalog/catalog.table.ts'
import { connectDatabase, type Db } from '#server/platform/database.ts'
import { ADMIN_ID, DEMO_ACCOUNTS } from './demo-accounts.ts'

type DemoRole = keyof typeof DEMO_ACCOUNTS

/** Whether `npm start` may fill it: an administrator decides otherwise, also about a shop without products. */
export async function isShopEmpty(databaseUrl: string): Promise<boolean> {
  const { db, close } = connectDatabase(databaseUrl, { max: 1 })
  const isUntouched = async () => (await isEmpty(db)) && (await db.$count(user_roles)) === 0
  return isUntouched().finally(close)
}

/** The demo's sign-ins that still exist under their address. */
export async function demoSignIns(databaseUrl: string): Promise<DemoRole[]> {
  const { db, close } = connectDatabase(databaseUrl, { max: 1 })
  const accounts = Object.entries(DEMO_ACCOUNTS) as [DemoRole, { email: string }][]
  const addresses = accounts.map(([, { email }]) => email)
  const found = await db
    .select({ email: profiles.email })
    .from(profiles)
    .where(inArray(profiles.email, addresses))
    .finally(close)
  return accounts.flatMap(([role, { email }]) =>
    found.some((one) => one.email === email) ? role : [],
  )
}

/** Neither the demo nor products of its own. */
export async function isEmpty(db: Db): Promise<boolean> {
  const [admin] = await db.select().from(profiles).where(eq(profiles.id, ADMIN_ID))
  const [product] = await db.select({ id: products.id }).from(products).limit(1)
  return admin === undefined && product === undefined
}
