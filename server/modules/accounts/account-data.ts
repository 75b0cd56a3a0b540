import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Account } from '#contract/accounts.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import {
  type DataSubject,
  type RequestContext,
  requireSession,
  type Session,
} from '#server/platform/rpc.ts'
import { recordConsent, standingOf } from '../consent/index.ts'
import {
  claimGuestOrders,
  countGuestOrders,
  forgetCustomer,
  hasOrderUnderWay,
} from '../orders/index.ts'
import { profiles, sessions } from './accounts.table.ts'
import { revokeAllAccess } from './mailed-links.ts'
import { assertOwnPassword } from './passwords.ts'
import { personalData } from './personal-data.ts'
import { notifyOwner, type Profile, profileOf, roleOf } from './profiles.ts'
import { signOut } from './sign-in.ts'
import { lockOwners } from './team.ts'

export async function accountOf(db: Db, user_id: string): Promise<Account> {
  const profile = await profileOf(db, user_id)
  return {
    ...profile,
    ...(await consentOf(db, profile)),
    role: await roleOf(db, user_id),
    created_at: profile.created_at.toISOString(),
  }
}

/** An unconfirmed address may belong to another person, whose decisions are not shown. */
async function consentOf(db: Db, { email, email_verified, created_at }: Profile) {
  const { refusal, given_at, ended_at } = (await standingOf(db, email)).news
  const decided_at = refusal ? ended_at : given_at
  const isOwn = email_verified || (given_at !== null && given_at >= created_at.toISOString())
  return {
    marketing_consent: isOwn && !refusal,
    marketing_consent_at: isOwn ? decided_at : null,
  }
}

export async function updateAccount(
  context: RequestContext,
  changes: { full_name?: string; marketing_consent?: boolean },
) {
  const { profile } = await requireSession(context)
  return context.db.transaction(async (tx) => {
    const before = await profileOf(tx, profile.id)
    await rename(context, tx, before, changes.full_name ?? before.full_name)
    await setConsent(context, tx, before, changes.marketing_consent)
    return accountOf(tx, before.id)
  })
}

async function rename(context: RequestContext, tx: Db, before: Profile, full_name: string) {
  if (full_name === before.full_name) return
  await tx
    .update(profiles)
    .set({ full_name, updated_at: context.now() })
    .where(eq(profiles.id, before.id))
  await notifyOwner(
    context,
    tx,
    { ...before, full_name },
    {
      subject: 'Your profile was changed',
      details: `Your name is now ${full_name}.`,
      cause: `profile-changed:${randomUUID()}`,
    },
  )
}

async function setConsent(context: RequestContext, tx: Db, owner: Profile, consent?: boolean) {
  const before = await consentOf(tx, owner)
  if (consent === undefined || consent === before.marketing_consent) return
  // A sign-up with another person's address must not undo that person's unsubscribe.
  const source = consent && !owner.email_verified ? 'sign-up' : 'account'
  await recordConsent(tx, { email: owner.email, consent, source, at: context.now() })
  if (!consent) return
  const { refusal } = (await standingOf(tx, owner.email)).news
  if (refusal) throw owner.email_verified ? errors.ADDRESS_SUPPRESSED() : errors.NOT_CONFIRMED()
}

/** Only a confirmed address reveals whether it has guest orders. */
export async function guestOrdersOf(context: RequestContext) {
  const { profile } = await requireSession(context)
  const { email, email_verified } = await profileOf(context.db, profile.id)
  return { email_verified, count: email_verified ? await countGuestOrders(context.db, email) : 0 }
}

export async function claimOwnGuestOrders(context: RequestContext) {
  const { profile } = await requireSession(context)
  return context.db.transaction(async (tx) => {
    const { id, email, email_verified } = await profileOf(tx, profile.id)
    if (!email_verified) throw errors.NOT_CONFIRMED()
    return { count: await claimGuestOrders(tx, { user_id: id, email }) }
  })
}

export async function exportAccount(context: RequestContext) {
  const session = await requireSession(context)
  const { db } = context
  const account = await accountOf(db, session.profile.id)
  const subject = subjectOf(account)
  const parts: [string, (db: Db, subject: DataSubject) => Promise<unknown>][] = [
    ['sessions', () => sessionsOf(db, account.id)],
    ...Object.entries(personalData),
  ]
  const data = await Promise.all(parts.map(async ([name, read]) => [name, await read(db, subject)]))
  const exported_at = context.now().toISOString()
  const text = JSON.stringify(
    {
      exported_at,
      account,
      ...(subject.email === null && { note: UNCONFIRMED_NOTE }),
      ...Object.fromEntries(data),
    },
    null,
    2,
  )
  return new File([text], `my-data-${exported_at.slice(0, 10)}.json`, { type: 'application/json' })
}

type Confirmable = Pick<Profile, 'id' | 'email' | 'email_verified'>

/** An unconfirmed address may belong to another person. */
const subjectOf = ({ id, email, email_verified }: Confirmable): DataSubject => ({
  user_id: id,
  email: email_verified ? email : null,
})

const UNCONFIRMED_NOTE =
  'What is stored under your address alone (guest orders, messages, mails) is included once you have confirmed the address.'

const sessionsOf = (db: Db, user_id: string) =>
  db
    .select({
      created_at: sessions.created_at,
      last_seen_at: sessions.updated_at,
      expires_at: sessions.expires_at,
      ip_address: sessions.ip_address,
      user_agent: sessions.user_agent,
    })
    .from(sessions)
    .where(eq(sessions.user_id, user_id))

/** Removes a person from what another module keeps; router.ts brings them together. */
export type Forget = (tx: Db, subject: DataSubject) => Promise<void>

/** Deletes the account with its sessions, roles and consent. Its orders and reviews stay, without the person; its contact messages go. */
export async function deleteAccount(
  context: RequestContext,
  { password }: { password: string },
  forget: readonly Forget[],
) {
  const session = await assertOwnPassword(context, password)
  const { profile } = session
  await context.db.transaction(async (tx) => {
    if (await isLastOwner(tx, session)) throw errors.LAST_ADMIN()
    if (await hasOrderUnderWay(tx, profile.id, context.now())) throw errors.ORDER_UNDER_WAY()
    const subject = subjectOf(await profileOf(tx, profile.id))
    for (const forgetPerson of forget) await forgetPerson(tx, subject)
    // Last: until then the orders say what belongs to the person.
    await forgetCustomer(tx, profile.id)
    await revokeAllAccess(tx, profile.id)
    await tx.delete(profiles).where(eq(profiles.id, profile.id))
    const { email } = profile
    const at = context.now()
    await recordConsent(tx, { email, consent: false, source: 'account-deleted', at })
    await notifyOwner(context, tx, profile, {
      subject: 'Your account was deleted',
      details: 'As you wished, your account is gone. Thank you for having been with us.',
      cause: `account-deleted:${randomUUID()}`,
      action: { link: `${context.config.publicUrl}/`, text: 'Visit the shop' },
    })
  })
  await signOut(context)
}

/** Of two owners who leave at once, the second waits for the first, and then sees that it is the last. */
async function isLastOwner(tx: Db, { role, profile }: Session) {
  if (!role) return false
  const owners = await lockOwners(tx)
  return owners.every((owner) => owner === profile.id)
}
