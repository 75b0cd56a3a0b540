import { and, eq, exists, ne, not, or, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { type DemoData, isDemoRow } from '#server/platform/demo-rows.ts'
import { profiles, user_roles } from './accounts.table.ts'

const isOfTeam = (db: Db) =>
  exists(db.select({ one: sql`1` }).from(user_roles).where(eq(user_roles.user_id, profiles.id)))

/** Customers, and the demo's administrator unless that is who acts. */
const toRemove = (db: Db, admin_id: string) =>
  and(ne(profiles.id, admin_id), or(not(isOfTeam(db)), isDemoRow(profiles.id)))

export const accountsDemoData: DemoData = {
  count: async (db) => ({ customers: await db.$count(profiles, not(isOfTeam(db))) }),
  remove: async (tx, { admin_id }) => {
    await tx.delete(profiles).where(toRemove(tx, admin_id))
  },
}

/** Its password is printed in the documentation. */
export async function isDemoAccount(db: Db, id: string): Promise<boolean> {
  const found = await db.$count(profiles, and(eq(profiles.id, id), isDemoRow(profiles.id)))
  return found > 0
}

export async function hasDemoAccounts(db: Db): Promise<boolean> {
  return (await db.$count(profiles, isDemoRow(profiles.id))) > 0
}
