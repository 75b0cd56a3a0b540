import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { type AppContext, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { reportConsent } from './account-data.ts'
import { profiles } from './accounts.table.ts'
import { createLink, takeLink } from './mailed-links.ts'
import { assertOwnPassword } from './passwords.ts'
import { findProfile, notifyOwner, type Profile, profileOf } from './profiles.ts'

type Owner = Pick<Profile, 'id' | 'full_name' | 'email'>

/** Mails a link to the new address; the change happens when it is used. Does not reveal whether the address is taken. */
export async function requestEmailChange(
  context: RequestContext,
  { email, password }: { email: string; password: string },
) {
  const { profile } = await assertOwnPassword(context, password)
  await context.db.transaction(async (tx) => {
    const other = await findProfile(tx, email)
    if (other && other.id !== profile.id) return notifyOwnerOfTaken(context, tx, other)
    await mailConfirmation(context, tx, { ...profile, email })
  })
}

/** For the address given at sign-up, which is not confirmed yet. */
export async function sendConfirmation(context: RequestContext) {
  const { profile } = await requireSession(context)
  await context.db.transaction((tx) => mailConfirmation(context, tx, profile))
}

async function mailConfirmation(context: RequestContext, tx: Db, owner: Owner) {
  const claim = { user_id: owner.id, email: owner.email }
  const link = await createLink(tx, 'confirm-email', claim, context.now())
  await notifyOwner(context, tx, owner, {
    subject: 'Confirm your address',
    details:
      'Please confirm that this is your address. The link works once and expires in 24 hours.\n\nIf you did not ask for this, ignore this mail and nothing will change.',
    cause: `confirm-email:${link.id}`,
    action: {
      link: `${context.config.publicUrl}/confirm-email#${link.token}`,
      text: 'Confirm this address',
    },
  })
}

const notifyOwnerOfTaken = (context: RequestContext, tx: Db, owner: Owner) =>
  notifyOwner(context, tx, owner, {
    subject: 'Your address stays yours',
    details:
      'Someone tried to use this address for another account. It belongs to yours, so nothing was changed.',
    cause: `email-taken:${randomUUID()}`,
  })

/** Confirms the address of the link; if it is a new one, the account changes to it. */
export async function confirmEmail(context: AppContext, { token }: { token: string }) {
  return context.db.transaction(async (tx) => {
    const { user_id, email } = await takeLink(tx, 'confirm-email', token, context.now())
    const before = await profileOf(tx, user_id)
    if (await isTaken(tx, email, user_id)) throw errors.ADDRESS_TAKEN()
    await tx
      .update(profiles)
      .set({ email, email_verified: true, updated_at: context.now() })
      .where(eq(profiles.id, user_id))
    if (email !== before.email) await afterChange(context, tx, before, email)
    return { email }
  })
}

const isTaken = async (tx: Db, email: string, user_id: string) =>
  (await tx.$count(
    profiles,
    and(eq(sql`lower(${profiles.email})`, email), ne(profiles.id, user_id)),
  )) > 0

async function afterChange(context: AppContext, tx: Db, before: Profile, email: string) {
  await notifyOwner(context, tx, before, {
    subject: 'Your address was changed',
    details: `Your account now uses ${email}. From now on, sign in with that address.`,
    cause: `email-changed:${randomUUID()}`,
  })
  if (!before.marketing_consent) return
  const source = 'email-changed'
  await reportConsent(context, tx, { email: before.email, consent: false, source })
  await reportConsent(context, tx, { email, consent: true, source })
}
