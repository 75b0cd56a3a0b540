import { randomUUID } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import { SHORTEST_ADMIN_PASSWORD } from '#contract/password-lengths.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { queueMail } from '#server/platform/outgoing-mail.ts'
import { type AppContext, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { credentials, profiles } from './accounts.table.ts'
import { countGuess, resetGuesses } from './guess-limits.ts'
import { countLinks, createLink, dropLinks, readLink, takeLink } from './mailed-links.ts'
import { hashPassword, passwordMatches } from './password-hash.ts'
import { findProfile, isAdmin, notifyOwner, profileOf } from './profiles.ts'
import { endSessions } from './sessions.ts'
import { WORST_PASSWORDS } from './worst-passwords.ts'

/** The rules beyond the minimum length, which the contract checks. */
export function assertGoodPassword(password: string, owner: { is_admin: boolean }) {
  if (isWorstPassword(password)) throw errors.WORST_PASSWORD()
  if (owner.is_admin && isTooShortForAdmin(password)) throw errors.PASSWORD_TOO_SHORT()
}

export const isWorstPassword = (password: string) =>
  WORST_PASSWORDS.has(password.normalize('NFKC').toLowerCase())

export const isTooShortForAdmin = (password: string) =>
  [...password].length < SHORTEST_ADMIN_PASSWORD

/** better-auth's provider id for sign-in with a password. */
const PASSWORD_PROVIDER = 'credential'

export async function storePassword(tx: Db, user_id: string, hash: string) {
  await tx
    .insert(credentials)
    .values({ user_id, account_id: user_id, provider_id: PASSWORD_PROVIDER, password: hash })
    .onConflictDoUpdate({
      target: [credentials.provider_id, credentials.account_id],
      set: { password: hash, updated_at: new Date() },
    })
}

async function readPasswordHash(db: Db, user_id: string) {
  const [row] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(and(eq(credentials.user_id, user_id), eq(credentials.provider_id, PASSWORD_PROVIDER)))
  return row?.hash ?? null
}

/** Required again before what a stolen session must not do. Counts as a guess, like signing in. */
export async function assertOwnPassword(context: RequestContext, password: string) {
  const session = await requireSession(context)
  const guessedRight = await countGuess(context, session.profile.email)
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
    await storePassword(tx, session.profile.id, hash)
    await endSessions(tx, session.profile.id, { except: session.session_id })
    await dropLinks(tx, 'password-reset', session.profile.id)
    await notifyOwner(context, tx, session.profile, {
      subject: 'Your password was changed',
      details: 'You have been signed out on all other devices.',
      cause: `password-changed:${randomUUID()}`,
    })
  })
}

export const SEND_RESET_LINK = 'send-password-reset-link'
const MAX_OPEN_LINKS = 3

/** The address is looked up later, in a job: neither answer nor timing reveals whether it has an account. */
export const requestPasswordReset = ({ jobs, db }: AppContext, request: { email: string }) =>
  jobs.enqueue(db, SEND_RESET_LINK, request)

export async function sendResetLink(context: AppContext, { email }: { email: string }) {
  const { db, jobs, config } = context
  const now = context.now()
  const profile = await findProfile(db, email)
  if (!profile) return
  if ((await countLinks(db, 'password-reset', profile.id, now)) >= MAX_OPEN_LINKS) return
  await db.transaction(async (tx) => {
    const claim = { user_id: profile.id, email: profile.email }
    const link = await createLink(tx, 'password-reset', claim, now)
    await queueMail(jobs, tx, {
      template: 'password-reset',
      to: profile.email,
      data: {
        customerName: profile.full_name,
        accountEmail: profile.email,
        // The fragment stays in the browser: it reaches no log, cache or referrer.
        resetLink: `${config.publicUrl}/reset-password#${link.token}`,
      },
      cause: `password-reset:${link.id}`,
    })
  })
}

export async function resetPassword(
  context: AppContext,
  { token, password }: { token: string; password: string },
) {
  const { db } = context
  const now = context.now()
  // Read first, take later: a refused password does not use up the link.
  const { user_id } = await readLink(db, 'password-reset', token, now)
  assertGoodPassword(password, { is_admin: await isAdmin(db, user_id) })
  const hash = await hashPassword(password)

  const profile = await db.transaction(async (tx) => {
    const claim = await takeLink(tx, 'password-reset', token, now)
    const owner = await profileOf(tx, claim.user_id)
    await storePassword(tx, owner.id, hash)
    await endSessions(tx, owner.id)
    await dropLinks(tx, 'password-reset', owner.id)
    // The link arrived in this mailbox, which confirms the address.
    if (claim.email === owner.email) {
      await tx.update(profiles).set({ email_verified: true }).where(eq(profiles.id, owner.id))
    }
    await notifyOwner(context, tx, owner, {
      subject: 'Your password was changed',
      details:
        'A new password was chosen with a link from this mailbox. You have been signed out on all devices; please sign in with the new password.',
      cause: `password-changed:${randomUUID()}`,
    })
    return owner
  })
  await resetGuesses(context, profile.email)
}
