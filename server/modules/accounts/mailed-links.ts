import { and, eq, gt, like, notLike } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { verifications } from './accounts.table.ts'
import { lockProfile } from './profiles.ts'
import { endSessions } from './sessions.ts'

type Purpose = 'password-reset' | 'confirm-email' | 'undo-email-change'
/** The account that the link acts on, and the address that it was mailed to. */
type Claim = { user_id: string; email: string }

const HOUR_MS = 3_600_000
const LIFETIME_MS: Record<Purpose, number> = {
  'password-reset': HOUR_MS,
  'confirm-email': 24 * HOUR_MS,
  'undo-email-change': 7 * 24 * HOUR_MS,
}

/** Makes the secret of a link. Only its hash is stored, so reading the database does not allow using it. */
export async function createLink(tx: Db, purpose: Purpose, claim: Claim, now: Date) {
  const token = newSecret()
  const [row] = await tx
    .insert(verifications)
    .values({
      identifier: identifierOf(purpose, token),
      value: `${claim.user_id} ${claim.email}`,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS[purpose]),
    })
    .returning({ id: verifications.id })
  return { token, id: row?.id ?? '' }
}

/** The claim of a link, without using it up. */
export async function readLink(db: Db, purpose: Purpose, token: string, now: Date) {
  const [row] = await db
    .select()
    .from(verifications)
    .where(isLive(purpose, token, now))
  if (!row) throw errors.LINK_EXPIRED()
  return parseClaim(row.value)
}

/**
 * Uses the link up: of simultaneous attempts exactly one succeeds. Locks the account before the link, in the same
 * order as everything that voids links, so that the two cannot deadlock.
 */
export async function takeLink(tx: Db, purpose: Purpose, token: string, now: Date) {
  const { user_id, email } = await readLink(tx, purpose, token, now)
  const owner = await lockProfile(tx, user_id)
  const taken = await tx
    .delete(verifications)
    .where(isLive(purpose, token, now))
    .returning({ id: verifications.id })
  if (!owner || taken.length === 0) throw errors.LINK_EXPIRED()
  return { email, owner }
}

export async function countLinks(db: Db, purpose: Purpose, user_id: string, now: Date) {
  return db.$count(
    verifications,
    and(isKind(purpose), isOf(user_id), gt(verifications.expires_at, now)),
  )
}

/**
 * After a change of password, address or two-factor: every link mailed before stops working, a sign-in that waits
 * for its second step included, and other sessions end. The link that undoes a change of address survives, or a
 * thief would void it with the next change.
 */
export async function revokeAccess(
  tx: Db,
  user_id: string,
  { exceptSession }: { exceptSession?: string } = {},
) {
  await tx
    .delete(verifications)
    .where(and(isOf(user_id), notLike(verifications.identifier, 'undo-email-change:%')))
  await endSessions(tx, user_id, { except: exceptSession })
}

/** Also voids the links that undo a change of address: for the use of one, and for deleting the account. */
export async function revokeAllAccess(tx: Db, user_id: string) {
  await tx.delete(verifications).where(isOf(user_id))
  await endSessions(tx, user_id)
}

/** Another account changed away from this address and can still undo that. */
export async function isReserved(db: Db, email: string, user_id: string, now: Date) {
  const found = await db.$count(
    verifications,
    and(
      isKind('undo-email-change'),
      like(verifications.value, `% ${email.replace(/[\\%_]/g, '\\$&')}`),
      notLike(verifications.value, `${user_id} %`),
      gt(verifications.expires_at, now),
    ),
  )
  return found > 0
}

const identifierOf = (purpose: Purpose, token: string) => `${purpose}:${hashSecret(token)}`

const isKind = (purpose: Purpose) => like(verifications.identifier, `${purpose}:%`)

/** better-auth's own rows hold the user id alone. */
const isOf = (user_id: string) => like(verifications.value, `${user_id}%`)

const isLive = (purpose: Purpose, token: string, now: Date) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expires_at, now))

function parseClaim(value: string): Claim {
  const [user_id = '', email = ''] = value.split(' ')
  return { user_id, email }
}
