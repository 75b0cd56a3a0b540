import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Role } from '#contract/rights.ts'
import { SHORTEST_ADMIN_PASSWORD } from '#contract/rules.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { type MailRequest, queueCappedMail, queueMail } from '#server/platform/outgoing-mail.ts'
import { type AppContext, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { profiles } from './accounts.table.ts'
import { countLinks, createLink, readLink, revokeAccess, takeLink } from './mailed-links.ts'
import { hashPassword, passwordMatches, readPasswordHash, storePassword } from './password-hash.ts'
import { countOwnGuess, knownDevice, rememberDevice, resetGuesses } from './password-rate-limits.ts'
import { findProfile, lockProfile, notifyOwner, type Profile, roleOf } from './profiles.ts'
import { lockOwnProfile } from './sessions.ts'
import { WORST_PASSWORDS } from './worst-passwords.ts'

/** The rules beyond the minimum length, which the contract checks. */
export function assertGoodPassword(password: string, owner: { role: Role | null }) {
  if (isWorstPassword(password)) throw errors.WORST_PASSWORD()
  if (owner.role && isTooShortForAdmin(password)) throw errors.PASSWORD_TOO_SHORT()
}

export const isWorstPassword = (password: string) =>
  WORST_PASSWORDS.has(password.normalize('NFKC').toLowerCase())

export const isTooShortForAdmin = (password: string) =>
  [...password].length < SHORTEST_ADMIN_PASSWORD

/** Required again before what a stolen session must not do. Counts as a guess, like signing in. */
export async function assertOwnPassword(context: RequestContext, password: string) {
  const session = await requireSession(context)
  const guessedRight = await countOwnGuess(context, session)
  const hash = await readPasswordHash(context.db, session.profile.id)
  if (!hash || !(await passwordMatches({ hash, password }))) throw errors.WRONG_PASSWORD()
  await guessedRight()
  return session
}

export async function changePassword(
  context: RequestContext,
  input: { current_password: string; new_password: string },
) {
  const session = await assertOwnPassword(context, input.current_password)
  assertGoodPassword(input.new_password, session)
  const hash = await hashPassword(input.new_password)
  await context.db.transaction(async (tx) => {
    const owner = await lockOwnProfile(tx, session)
    await storePassword(tx, owner.id, hash)
    await revokeAccess(tx, owner.id, { exceptSession: session.session_id })
    await notifyOwner(context, tx, owner, {
      subject: 'Your password was changed',
      details: 'You have been signed out on all other devices.',
      cause: `password-changed:${randomUUID()}`,
    })
  })
  await rememberDevice(context, session.profile.id)
}

export const SEND_RESET_LINK = 'send-password-reset-link'
const MAX_OPEN_LINKS = 3

/** `trusted`: from a known device, or with the right password. Others share a daily cap. */
export type ResetRequest = { email: string; trusted?: boolean }

/** The address is looked up later, in a job: neither answer nor timing reveals whether it has an account. */
export async function requestPasswordReset(context: RequestContext, { email }: { email: string }) {
  const trusted = (await knownDevice(context, email)) !== undefined
  await context.jobs.enqueue(context.db, SEND_RESET_LINK, { email, trusted })
}

export async function sendResetLink(context: AppContext, { email, trusted }: ResetRequest) {
  await context.db.transaction(async (tx) => {
    const found = await findProfile(tx, email)
    const owner = found && (await lockProfile(tx, found.id))
    // Read again under the lock: a link must not go to an address that was just changed.
    if (!owner || owner.email !== found.email) return
    if ((await countLinks(tx, 'password-reset', owner.id, context.now())) >= MAX_OPEN_LINKS) return
    await mailResetLink(context, tx, owner, { capped: !trusted })
  })
}

/** The caller has locked the account. */
export async function mailResetLink(
  context: AppContext,
  tx: Db,
  owner: Profile,
  { capped }: { capped: boolean },
) {
  const claim = { user_id: owner.id, email: owner.email }
  const link = await createLink(tx, 'password-reset', claim, context.now())
  const mail: MailRequest<'password-reset'> = {
    template: 'password-reset',
    to: owner.email,
    data: {
      customerName: owner.full_name,
      accountEmail: owner.email,
      // The fragment stays in the browser: it reaches no log, cache or referrer.
      resetLink: `${context.config.publicUrl}/reset-password#${link.token}`,
    },
    cause: `password-reset:${link.id}`,
  }
  if (capped) await queueCappedMail(context, tx, 'password-reset', mail)
  else await queueMail(context.jobs, tx, mail)
}

export async function resetPassword(
  context: RequestContext,
  { token, password }: { token: string; password: string },
) {
  const { db } = context
  const now = context.now()
  // Read first, take later: a refused password does not use up the link.
  const { user_id } = await readLink(db, 'password-reset', token, now)
  assertGoodPassword(password, { role: await roleOf(db, user_id) })
  const hash = await hashPassword(password)

  const owner = await db.transaction(async (tx) => {
    const { owner, email } = await takeLink(tx, 'password-reset', token, now)
    if (email !== owner.email) throw errors.LINK_EXPIRED()
    await storePassword(tx, owner.id, hash)
    await revokeAccess(tx, owner.id)
    // The link arrived in this mailbox, which confirms the address.
    await tx.update(profiles).set({ email_verified: true }).where(eq(profiles.id, owner.id))
    await notifyOwner(context, tx, owner, {
      subject: 'Your password was changed',
      details:
        'A new password was chosen with a link from this mailbox. You have been signed out on all devices; please sign in with the new password.',
      cause: `password-changed:${randomUUID()}`,
    })
    return owner
  })
  await resetGuesses(context, owner.email)
}
