import { randomUUID } from 'node:crypto'
import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext, Session } from '#server/platform/rpc.ts'
import { forgetCustomer, hasOrderUnderWay } from '../orders/index.ts'
import { profiles, user_roles } from './accounts.table.ts'
import { assertOwnPassword } from './assert-own-password.ts'
import { dropLinks } from './mailed-links.ts'
import { reportConsent } from './marketing-consent.ts'
import { signOut } from './sign-in.ts'
import { tellOwner } from './tell-owner.ts'

/** The account goes, with its sessions, roles and consent; its orders stay, and nobody can tell whose they were. */
export async function deleteAccount(call: RequestContext, { password }: { password: string }) {
  const session = await assertOwnPassword(call, password)
  const { profile } = session
  await call.db.transaction(async (tx) => {
    if (await isLastAdmin(tx, session)) {
      throw errors.LAST_ADMIN()
    }
    if (await hasOrderUnderWay(tx, profile.id, call.now())) {
      throw errors.ORDER_UNDER_WAY()
    }
    await forgetCustomer(tx, profile.id)
    await dropLinks(tx, 'password-reset', profile.id)
    await dropLinks(tx, 'confirm-email', profile.id)
    await tx.delete(profiles).where(eq(profiles.id, profile.id))
    await reportConsent(call, tx, {
      email: profile.email,
      consent: false,
      source: 'account-deleted',
    })
    await tellOwner(call, tx, profile, {
      what: 'Your account was deleted',
      details: 'As you wished, your account is gone. Thank you for having been with us.',
      cause: `account-deleted:${randomUUID()}`,
      action: { link: `${call.config.publicUrl}/`, text: 'Visit the shop' },
    })
  })
  await signOut(call)
}

async function isLastAdmin(tx: Db, { is_admin, profile }: Session) {
  if (!is_admin) return false
  // Of two admins who leave at once, the second waits here and then sees that nobody else is left.
  const admins = await tx
    .select({ user_id: user_roles.user_id })
    .from(user_roles)
    .where(eq(user_roles.role, 'admin'))
    .orderBy(asc(user_roles.user_id))
    .for('update')
  return admins.every(({ user_id }) => user_id === profile.id)
}
