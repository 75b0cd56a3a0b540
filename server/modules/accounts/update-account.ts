import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { type RequestContext, requireSession } from '#server/platform/rpc.ts'
import { profiles } from './accounts.table.ts'
import { reportConsent } from './marketing-consent.ts'
import { accountOf, profileOf } from './profiles.ts'
import { tellOwner } from './tell-owner.ts'

type Changes = { full_name?: string; marketing_consent?: boolean }
type Profile = typeof profiles.$inferSelect

export async function updateAccount(call: RequestContext, changes: Changes) {
  const { profile } = await requireSession(call)
  return call.db.transaction(async (tx) => {
    const before = await profileOf(tx, profile.id)
    await rename(call, tx, before, changes.full_name ?? before.full_name)
    await decide(call, tx, before, changes.marketing_consent ?? before.marketing_consent)
    return accountOf(tx, before.id)
  })
}

async function rename(call: RequestContext, tx: Db, before: Profile, full_name: string) {
  if (full_name === before.full_name) return
  await tx
    .update(profiles)
    .set({ full_name, updated_at: call.now() })
    .where(eq(profiles.id, before.id))
  await tellOwner(
    call,
    tx,
    { ...before, full_name },
    {
      what: 'Your profile was changed',
      details: `Your name is now ${full_name}.`,
      cause: `profile-changed:${randomUUID()}`,
    },
  )
}

async function decide(call: RequestContext, tx: Db, before: Profile, consent: boolean) {
  if (consent === before.marketing_consent) return
  await tx
    .update(profiles)
    .set({ marketing_consent: consent, marketing_consent_at: call.now().toISOString() })
    .where(eq(profiles.id, before.id))
  await reportConsent(call, tx, { email: before.email, consent, source: 'account' })
}
