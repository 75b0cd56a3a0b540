import { randomUUID } from 'node:crypto'
import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { type AppContext, type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { profiles } from './accounts.table.ts'
import { assertOwnPassword } from './assert-own-password.ts'
import { makeLink, takeLink } from './mailed-links.ts'
import { reportConsent } from './marketing-consent.ts'
import { findProfile, profileOf } from './profiles.ts'
import { tellOwner } from './tell-owner.ts'

/** Mails a link to the new address. Nothing changes before it is used, and nobody learns who else has that address. */
export async function requestEmailChange(
  call: RequestContext,
  { email, password }: { email: string; password: string },
) {
  const { profile } = await assertOwnPassword(call, password)
  await call.db.transaction(async (tx) => {
    const taken = await findProfile(tx, email)
    if (taken && taken.id !== profile.id) return tellOwnerOfTaken(call, tx, taken)
    await mailConfirmation(call, tx, { ...profile, email })
  })
}

/** For an address that the account has from the start, but that nobody proved yet. */
export async function sendConfirmation(call: RequestContext) {
  const { profile } = await requireSession(call)
  await call.db.transaction((tx) => mailConfirmation(call, tx, profile))
}

type Person = { id: string; full_name: string; email: string }

async function mailConfirmation(call: RequestContext, tx: Db, person: Person) {
  const promised = { user_id: person.id, email: person.email }
  const link = await makeLink(tx, 'confirm-email', promised, call.now())
  await tellOwner(call, tx, person, {
    what: 'Confirm your address',
    details:
      'Please confirm that this is your address. The link works once and expires in 24 hours.\n\nIf you did not ask for this, ignore this mail and nothing will change.',
    cause: `confirm-email:${link.id}`,
    action: {
      link: `${call.config.publicUrl}/confirm-email#${link.token}`,
      text: 'Confirm this address',
    },
  })
}

const tellOwnerOfTaken = (call: RequestContext, tx: Db, owner: Person) =>
  tellOwner(call, tx, owner, {
    what: 'Your address stays yours',
    details:
      'Someone tried to use this address for another account. It belongs to yours, so nothing was changed.',
    cause: `email-taken:${randomUUID()}`,
  })

/** The mailed link was used: the address is confirmed, and becomes that of the account if it was another. */
export async function confirmEmail(context: AppContext, { token }: { token: string }) {
  return context.db.transaction(async (tx) => {
    const { user_id, email } = await takeLink(tx, 'confirm-email', token, context.now())
    const before = await profileOf(tx, user_id)
    if (await isTaken(tx, email, user_id)) {
      throw errors.ADDRESS_TAKEN()
    }
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

async function afterChange(
  context: AppContext,
  tx: Db,
  before: Person & { marketing_consent: boolean },
  email: string,
) {
  await tellOwner(context, tx, before, {
    what: 'Your address was changed',
    details: `Your account now uses ${email}. From now on, sign in with that address.`,
    cause: `email-changed:${randomUUID()}`,
  })
  if (!before.marketing_consent) return
  const source = 'email-changed'
  await reportConsent(context, tx, { email: before.email, consent: false, source })
  await reportConsent(context, tx, { email, consent: true, source })
}
