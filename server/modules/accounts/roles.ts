import { and, asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { profiles, user_roles } from './accounts.table.ts'
import { findProfile } from './profiles.ts'
import { endSessions } from './sessions.ts'

type Outcome = 'done' | 'was-so-before' | 'no-account'

/** Signing in anew is when the longer password of administrators is asked for. */
export const grantAdmin = (db: Db, email: string) =>
  changeRole(db, email, async (tx, user_id) => {
    const added = await tx
      .insert(user_roles)
      .values({ user_id, role: 'admin' })
      .onConflictDoNothing()
      .returning()
    return added.length > 0
  })

export const revokeAdmin = (db: Db, email: string) =>
  changeRole(db, email, async (tx, user_id) => {
    const removed = await tx
      .delete(user_roles)
      .where(and(eq(user_roles.user_id, user_id), eq(user_roles.role, 'admin')))
      .returning()
    return removed.length > 0
  })

async function changeRole(
  db: Db,
  email: string,
  change: (tx: Db, user_id: string) => Promise<boolean>,
): Promise<Outcome> {
  return db.transaction(async (tx) => {
    const profile = await findProfile(tx, email.trim().toLowerCase())
    if (!profile) return 'no-account'
    if (!(await change(tx, profile.id))) return 'was-so-before'
    await endSessions(tx, profile.id)
    return 'done'
  })
}

export const listAdmins = (db: Db) =>
  db
    .select({ email: profiles.email, full_name: profiles.full_name, since: user_roles.created_at })
    .from(user_roles)
    .innerJoin(profiles, eq(profiles.id, user_roles.user_id))
    .where(eq(user_roles.role, 'admin'))
    .orderBy(asc(profiles.email))
