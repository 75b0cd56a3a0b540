import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { AppContext } from '#server/platform/rpc.ts'
import { profiles } from './accounts.table.ts'
import { forgiveGuesses } from './guess-limits.ts'
import { dropLinks, readLink, takeLink } from './mailed-links.ts'
import { assertGoodPassword } from './password-rules.ts'
import { hashPassword } from './passwords.ts'
import { profileOf } from './profiles.ts'
import { isAdmin } from './read-session.ts'
import { endSessions } from './sessions.ts'
import { storePassword } from './store-password.ts'
import { tellOwner } from './tell-owner.ts'

/** The link works once, and whoever was signed in is signed out: only its owner goes on. */
export async function resetPassword(
  context: AppContext,
  { token, password }: { token: string; password: string },
) {
  const { db } = context
  const now = context.now()
  // A refused password leaves the link as it was, for the next attempt.
  const { user_id } = await readLink(db, 'password-reset', token, now)
  assertGoodPassword(password, { is_admin: await isAdmin(db, user_id) })
  const hash = await hashPassword(password)

  const profile = await db.transaction(async (tx) => {
    const promised = await takeLink(tx, 'password-reset', token, now)
    const owner = await profileOf(tx, promised.user_id)
    await storePassword(tx, owner.id, hash)
    await endSessions(tx, owner.id)
    await dropLinks(tx, 'password-reset', owner.id)
    // The link came through this mailbox, so the address is confirmed as well.
    if (promised.email === owner.email) {
      await tx.update(profiles).set({ email_verified: true }).where(eq(profiles.id, owner.id))
    }
    await tellOwner(context, tx, owner, {
      what: 'Your password was changed',
      details:
        'A new password was chosen with a link from this mailbox. You have been signed out on all devices; please sign in with the new password.',
      cause: `password-changed:${randomUUID()}`,
    })
    return owner
  })
  await forgiveGuesses(context, profile.email)
}
