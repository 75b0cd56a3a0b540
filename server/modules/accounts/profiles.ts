import { eq, sql } from 'drizzle-orm'
import type { Account } from '#contract/accounts.ts'
import type { Db } from '#server/platform/database.ts'
import { profiles } from './accounts.table.ts'
import { isAdmin } from './read-session.ts'

export async function findProfile(db: Db, email: string) {
  const [profile] = await db
    .select()
    .from(profiles)
    .where(eq(sql`lower(${profiles.email})`, email))
  return profile
}

export async function profileOf(db: Db, user_id: string) {
  const [profile] = await db.select().from(profiles).where(eq(profiles.id, user_id))
  if (!profile) throw new Error(`No profile ${user_id}`)
  return profile
}

export async function accountOf(db: Db, user_id: string): Promise<Account> {
  const profile = await profileOf(db, user_id)
  return {
    ...profile,
    is_admin: await isAdmin(db, user_id),
    created_at: profile.created_at.toISOString(),
  }
}
