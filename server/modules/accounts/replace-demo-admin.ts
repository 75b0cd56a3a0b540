import { randomUUID } from 'node:crypto'
import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { isDemoRow } from '#server/platform/demo-rows.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { credentials, profiles, user_roles } from './accounts.table.ts'
import { revokeAllAccess } from './mailed-links.ts'
import { hashPassword, storePassword } from './password-hash.ts'
import { assertGoodPassword } from './passwords.ts'
import { notifyOwner } from './profiles.ts'

type NewAdmin = { full_name: string; email: string; password: string }

/** The administrators, apart by whether they are the demo's, whose password is public. */
export async function listAdminAddresses(db: Db) {
  const admins = await db
    .select({ email: profiles.email, is_demo: sql<boolean>`${isDemoRow(profiles.id)}` })
    .from(user_roles)
    .innerJoin(profiles, eq(profiles.id, user_roles.user_id))
    .where(eq(user_roles.role, 'admin'))
    .orderBy(profiles.email)
  return {
    own: admins.filter(({ is_demo }) => !is_demo).map(({ email }) => email),
    demo: admins.filter(({ is_demo }) => is_demo).map(({ email }) => email),
  }
}

/**
 * The owner's own account in the place of the demo's, in one step: nobody is signed in at the end, and the browser
 * signs in with what was just typed. An address with an account is refused, or its owner would be locked out of it.
 */
export async function createOwnAdmin(context: AppContext, admin: NewAdmin) {
  assertGoodPassword(admin.password, { role: 'admin' })
  const hash = await hashPassword(admin.password)
  const at = context.now()
  await context.db.transaction(async (tx) => {
    const { full_name, email } = admin
    const [profile] = await tx
      .insert(profiles)
      .values({ full_name, email, created_at: at, updated_at: at })
      .onConflictDoNothing()
      .returning()
    if (!profile) throw errors.ADDRESS_TAKEN()
    await storePassword(tx, profile.id, hash)
    await tx.insert(user_roles).values({ user_id: profile.id, role: 'admin' })
    await closeAccounts(tx)
    await notifyOwner(context, tx, profile, {
      subject: 'You run this shop now',
      details: 'Your administrator account was created, and the account of the demo was closed.',
      cause: `own-admin:${randomUUID()}`,
    })
  })
}

/** For an owner who has an account already. */
export const closeDemoAdmins = (db: Db) =>
  db.transaction(async (tx) => {
    if ((await listAdminAddresses(tx)).own.length === 0) throw errors.OWN_ADMIN_NEEDED()
    await closeAccounts(tx)
  })

/** Without role, password and sessions. The rows stay: orders of the demo name them. */
async function closeAccounts(tx: Db) {
  const closed = await tx
    .delete(user_roles)
    .where(and(eq(user_roles.role, 'admin'), isDemoRow(user_roles.user_id)))
    .returning()
  for (const { user_id } of closed) {
    await tx.delete(credentials).where(eq(credentials.user_id, user_id))
    await revokeAllAccess(tx, user_id)
  }
}
