import { and, eq, gt, like } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { verifications } from './accounts.table.ts'

type Purpose = 'password-reset' | 'confirm-email'
/** The account that the link acts on, and the address that using it proves. */
type Claim = { user_id: string; email: string }

const HOUR_MS = 3_600_000
const LIFETIME_MS: Record<Purpose, number> = {
  'password-reset': HOUR_MS,
  'confirm-email': 24 * HOUR_MS,
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

/** Uses the link up: of simultaneous attempts exactly one succeeds. */
export async function takeLink(tx: Db, purpose: Purpose, token: string, now: Date) {
  const [row] = await tx
    .delete(verifications)
    .where(isLive(purpose, token, now))
    .returning()
  if (!row) throw errors.LINK_EXPIRED()
  return parseClaim(row.value)
}

export async function countLinks(db: Db, purpose: Purpose, user_id: string, now: Date) {
  return db.$count(verifications, and(isOf(purpose, user_id), gt(verifications.expires_at, now)))
}

export const dropLinks = (tx: Db, purpose: Purpose, user_id: string) =>
  tx.delete(verifications).where(isOf(purpose, user_id))

const identifierOf = (purpose: Purpose, token: string) => `${purpose}:${hashSecret(token)}`

const isLive = (purpose: Purpose, token: string, now: Date) =>
  and(eq(verifications.identifier, identifierOf(purpose, token)), gt(verifications.expires_at, now))

const isOf = (purpose: Purpose, user_id: string) =>
  and(like(verifications.identifier, `${purpose}:%`), like(verifications.value, `${user_id} %`))

function parseClaim(value: string): Claim {
  const [user_id = '', email = ''] = value.split(' ')
  return { user_id, email }
}
