import { and, eq, gt, like } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { hashSecret, newSecret } from '#server/platform/secrets.ts'
import { verifications } from './accounts.table.ts'

type Purpose = 'password-reset' | 'confirm-email'
/** Session may do it, and with which address. */
type Promised = { user_id: string; email: string }

const HOUR_MS = 3_600_000
const LIFETIME_MS: Record<Purpose, number> = {
  'password-reset': HOUR_MS,
  'confirm-email': 24 * HOUR_MS,
}

/** A secret for a link in a mail. Only its hash is kept: whoever reads the database cannot use it. */
export async function makeLink(tx: Db, purpose: Purpose, promised: Promised, now: Date) {
  const token = newSecret()
  const [row] = await tx
    .insert(verifications)
    .values({
      identifier: identifierOf(purpose, token),
      value: `${promised.user_id} ${promised.email}`,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS[purpose]),
    })
    .returning({ id: verifications.id })
  return { token, id: row?.id ?? '' }
}

/** What the link promises, without using it up. */
export async function readLink(db: Db, purpose: Purpose, token: string, now: Date) {
  const [row] = await db
    .select()
    .from(verifications)
    .where(isLive(purpose, token, now))
  if (!row) throw deadLink()
  return readPromise(row.value)
}

/** Uses the link up: of any number of attempts at once, one gets here. */
export async function takeLink(tx: Db, purpose: Purpose, token: string, now: Date) {
  const [row] = await tx
    .delete(verifications)
    .where(isLive(purpose, token, now))
    .returning()
  if (!row) throw deadLink()
  return readPromise(row.value)
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

function readPromise(value: string): Promised {
  const [user_id = '', email = ''] = value.split(' ')
  return { user_id, email }
}

const deadLink = () => errors.LINK_EXPIRED()
