import { randomUUID } from 'node:crypto'
import { and, eq, gt, like } from 'drizzle-orm'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { profiles, user_roles, verifications } from './accounts.table.ts'
import { revokeAllAccess } from './mailed-links.ts'
import { hashPassword, storePassword } from './password-hash.ts'
import { assertGoodPassword } from './passwords.ts'
import { notifyOwner } from './profiles.ts'

const PREFIX = 'first-owner:'

type Owner = { token: string; full_name: string; email: string; password: string }

/** The secret of a link that creates the first administrator. A shop that has one gets none. */
export async function offerFirstOwner(db: Db, now: Date): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    if (await hasAdmin(tx)) return undefined
    const token = newSecret()
    await tx.delete(verifications).where(like(verifications.identifier, `${PREFIX}%`))
    await tx.insert(verifications).values({
      identifier: PREFIX + hashSecret(token),
      value: 'first-owner',
      created_at: now,
      expires_at: new Date(now.getTime() + DAY_MS),
    })
    return token
  })
}

/**
 * Only who runs the machine can read what the first start prints. So an account that already has the address is
 * taken over instead of refused: it gets the new password, and its sessions end.
 */
export async function createFirstOwner(context: AppContext, owner: Owner) {
  const { db } = context
  const isLive = and(
    eq(verifications.identifier, PREFIX + hashSecret(owner.token)),
    gt(verifications.expires_at, context.now()),
  )
  // Looked at first, taken later: a refused password does not use up the link.
  if ((await db.$count(verifications, isLive)) === 0) throw errors.LINK_EXPIRED()
  assertGoodPassword(owner.password, { role: 'admin' })
  const hash = await hashPassword(owner.password)

  await db.transaction(async (tx) => {
    const taken = await tx.delete(verifications).where(isLive).returning()
    if (taken.length === 0 || (await hasAdmin(tx))) throw errors.LINK_EXPIRED()
    const profile = await upsertProfile(tx, owner, context.now())
    await storePassword(tx, profile.id, hash)
    await revokeAllAccess(tx, profile.id)
    await tx
      .insert(user_roles)
      .values({ user_id: profile.id, role: 'admin' })
      .onConflictDoUpdate({ target: user_roles.user_id, set: { role: 'admin' } })
    await notifyOwner(context, tx, profile, {
      subject: 'You run this shop now',
      details: 'Your administrator account was created with the link that the shop printed.',
      cause: `first-owner:${randomUUID()}`,
    })
  })
}

async function hasAdmin(db: Db) {
  return (await db.$count(user_roles, eq(user_roles.role, 'admin'))) > 0
}

async function upsertProfile(tx: Db, { full_name, email }: Owner, now: Date) {
  const [profile] = await tx
    .insert(profiles)
    .values({ full_name, email, created_at: now, updated_at: now })
    .onConflictDoNothing()
    .returning()
  if (profile) return profile
  const [existing] = await tx
    .update(profiles)
    .set({ full_name, updated_at: now })
    .where(eq(profiles.email, email))
    .returning()
  if (!existing) throw new Error('The account disappeared while it was changed.')
  return existing
}
