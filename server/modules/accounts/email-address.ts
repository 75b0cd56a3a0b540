import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { type AppContext, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { newSecret } from '#server/platform/secrets.ts'
import { recordConsent, standingOf } from '../consent/index.ts'
import { profiles } from './accounts.table.ts'
import { createLink, isReserved, revokeAccess, revokeAllAccess, takeLink } from './mailed-links.ts'
import { hashPassword, storePassword } from './password-hash.ts'
import { assertOwnPassword, mailResetLink } from './passwords.ts'
import { findProfile, notifyOwner, type Profile } from './profiles.ts'
import { lockOwnProfile } from './sessions.ts'

/** Mails a link to the new address; the change happens when it is used. Does not reveal whether the address is taken. */
export async function requestEmailChange(
  context: RequestContext,
  { email, password }: { email: string; password: string },
) {
  const session = await assertOwnPassword(context, password)
  await context.db.transaction(async (tx) => {
    const owner = await lockOwnProfile(tx, session)
    const other = await findProfile(tx, email)
    if (other && other.id !== owner.id) return notifyOwnerOfTaken(context, tx, other)
    await mailConfirmation(context, tx, { ...owner, email })
  })
}

/** For the address given at sign-up, which is not confirmed yet. */
export async function queueEmailConfirmation(context: RequestContext) {
  const session = await requireSession(context)
  await context.db.transaction(async (tx) =>
    mailConfirmation(context, tx, await lockOwnProfile(tx, session)),
  )
}

async function mailConfirmation(context: RequestContext, tx: Db, owner: Profile) {
  const claim = { user_id: owner.id, email: owner.email }
  const link = await createLink(tx, 'confirm-email', claim, context.now())
  await notifyOwner(context, tx, owner, {
    subject: 'Confirm your address',
    details:
      'Please confirm that this is your address. The link works once and expires in 24 hours.\n\nIf you did not ask for this, ignore this mail and nothing will change.',
    cause: `confirm-email:${link.id}`,
    cap: 'confirm-email',
    action: {
      link: `${context.config.publicUrl}/confirm-email#${link.token}`,
      text: 'Confirm this address',
    },
  })
}

const notifyOwnerOfTaken = (context: RequestContext, tx: Db, owner: Profile) =>
  notifyOwner(context, tx, owner, {
    subject: 'Your address stays yours',
    details:
      'Someone tried to use this address for another account. It belongs to yours, so nothing was changed.',
    cause: `email-taken:${randomUUID()}`,
    cap: 'email-taken',
  })

/** Confirms the address of the link; if it is a new one, the account changes to it. */
export async function confirmEmail(context: RequestContext, { token }: { token: string }) {
  const session = await context.session()
  return context.db.transaction(async (tx) => {
    const { owner, email } = await takeLink(tx, 'confirm-email', token, context.now())
    await setAddress(context, tx, owner, email)
    if (email === owner.email) return { email }

    // The browser that opened the link stays signed in, every other one is signed out.
    await revokeAccess(tx, owner.id, { exceptSession: session?.session_id })
    await moveConsent(context, tx, owner, email)
    await mailUndoLink(context, tx, owner, email)
    return { email }
  })
}

async function setAddress(context: AppContext, tx: Db, owner: Profile, email: string) {
  if (await isTaken(tx, email, owner.id)) throw errors.ADDRESS_TAKEN()
  const now = context.now()
  await tx
    .update(profiles)
    .set({ email, email_verified: true, updated_at: now })
    .where(eq(profiles.id, owner.id))
    .catch((error) => {
      // Another account took the address after the check above.
      throw isDuplicate(error, 'profiles_email_unique') ? errors.ADDRESS_TAKEN() : error
    })
  // After the update, which waits for a concurrent change away from this address.
  if (await isReserved(tx, email, owner.id, now)) throw errors.ADDRESS_TAKEN()
}

const isTaken = async (tx: Db, email: string, user_id: string) =>
  (await tx.$count(
    profiles,
    and(eq(sql`lower(${profiles.email})`, email), ne(profiles.id, user_id)),
  )) > 0

async function moveConsent(context: AppContext, tx: Db, owner: Profile, email: string) {
  const { news } = await standingOf(tx, owner.email)
  if (news.refusal) return
  const change = { source: 'email-changed', at: context.now() } as const
  await recordConsent(tx, { ...change, email: owner.email, consent: false })
  await recordConsent(tx, { ...change, email, consent: true })
}

async function mailUndoLink(context: AppContext, tx: Db, owner: Profile, email: string) {
  const claim = { user_id: owner.id, email: owner.email }
  const link = await createLink(tx, 'undo-email-change', claim, context.now())
  await notifyOwner(context, tx, owner, {
    subject: 'Your address was changed',
    details: `Your account now uses ${email}. From now on, sign in with that address.\n\nIf this was not you, undo it: for 7 days this link gives you your account back.`,
    cause: `email-changed:${link.id}`,
    action: {
      link: `${context.config.publicUrl}/undo-email-change#${link.token}`,
      text: 'This was not me, undo it',
    },
  })
}

/**
 * Gives the account back to its former address. A thief may know the password, so it stops working and a
 * link to choose a new one is mailed.
 */
export async function undoEmailChange(context: AppContext, { token }: { token: string }) {
  const unusable = await hashPassword(newSecret())
  return context.db.transaction(async (tx) => {
    const { owner, email } = await takeLink(tx, 'undo-email-change', token, context.now())
    await setAddress(context, tx, owner, email)
    await storePassword(tx, owner.id, unusable)
    await revokeAllAccess(tx, owner.id)
    await moveConsent(context, tx, owner, email)
    await notifyOwner(context, tx, owner, {
      subject: 'Your address was changed back',
      details: `The change to this address was undone from ${email}, the address that the account had before.`,
      cause: `email-change-undone:${randomUUID()}`,
    })
    await mailResetLink(context, tx, { ...owner, email }, { capped: false })
    return { email }
  })
}
