import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { marketing_consents } from './consent.table.ts'

// Whether an address may get a kind of marketing mail is decided in one place, the SQL function marketing_standing:
// a suppression wins over everything, then a declined kind, then the missing consent of a kind that needs it.

/** The kinds of marketing mail that a recipient can switch off one by one. */
export const MAIL_KINDS = ['news', 'reminders', 'back-in-stock', 'review-requests'] as const
export type MailKind = (typeof MAIL_KINDS)[number]

/** Why an address gets no marketing mail, in the words of the delivery log. */
export const REFUSALS = {
  unsubscribed: 'Unsubscribed from marketing mail',
  bounced: 'A mail server refused this address for good',
  blocked: 'On the suppression list of the shop',
  declined: 'This kind of mail was switched off by the recipient',
  'no-consent': 'No consent to marketing mail',
} as const
export type Refusal = keyof typeof REFUSALS

export type Standing = {
  /** Null: the address may get this kind of mail now. */
  refusal: Refusal | null
  needs_consent: boolean
  /** The consent in force, and where it was given. */
  given_at: string | null
  source: string | null
  /** When the recipient ended this kind of mail. */
  ended_at: string | null
}

export const normalizeAddress = (address: string) => address.trim().toLowerCase()

/** Where an address stands with each kind of mail. To be asked at the moment of sending. */
export async function standingOf(db: Db, email: string): Promise<Record<MailKind, Standing>> {
  const rows = await readStandings(db, [email], MAIL_KINDS)
  return Object.fromEntries(rows.map(({ kind, standing }) => [kind, standing])) as Record<
    MailKind,
    Standing
  >
}

/** Where each of these addresses stands with one kind of mail. */
export async function standingsOf(db: Db, kind: MailKind, emails: readonly string[]) {
  const rows = await readStandings(db, emails, [kind])
  return new Map(rows.map(({ email, standing }) => [email, standing]))
}

async function readStandings(db: Db, emails: readonly string[], kinds: readonly MailKind[]) {
  const { rows } = await db.execute<Standing & { email: string; kind: MailKind }>(sql`
    select given.email, standing.*
    from unnest(${sql.param(emails)}::text[]) as given (email),
      marketing_standing(given.email) as standing
    where standing.kind = any(${sql.param(kinds)}::text[])`)
  return rows.map(({ email, kind, given_at, ended_at, ...standing }) => ({
    email,
    kind,
    standing: { ...standing, given_at: time(given_at), ended_at: time(ended_at) },
  }))
}

const time = (value: string | null) => value && new Date(value).toISOString()

/** The refusal of news for each row of a query that has an address: for many at once. */
export const withNewsRefusal = (people: SQL, email: SQLWrapper): SQL => sql`
  select people.*, standing.refusal
  from (${people}) as people, marketing_standing(${email}) as standing
  where standing.kind = 'news'`

/** Addresses that were signed up on the site and confirmed, with or without an order. */
export const newsletterReaders: SQL = sql`
  select email from ${marketing_consents} where source = 'newsletter' and withdrawn_at is null`

const newsReaders = sql`
  from ${marketing_consents} consent, marketing_standing(consent.email) as standing
  where standing.kind = 'news' and standing.refusal is null`

export async function countNewsReaders(db: Db) {
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(*)::int as found ${newsReaders}`,
  )
  return rows[0]?.found ?? 0
}

/** Addresses that get news and offers, in alphabetical order. */
export async function listNewsReaders(db: Db, { after, most }: { after: string; most: number }) {
  const { rows } = await db.execute<{ email: string }>(sql`
    select consent.email ${newsReaders} and consent.email > ${after}
    order by consent.email limit ${most}`)
  return rows.map(({ email }) => email)
}
