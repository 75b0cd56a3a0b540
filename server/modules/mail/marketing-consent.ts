import {
  and,
  eq,
  inArray,
  isNull,
  lte,
  notExists,
  type SQL,
  type SQLWrapper,
  sql,
} from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import type { ConsentRequest } from '#server/platform/outgoing-mail.ts'
import { declined_mail_kinds, mail_suppressions, marketing_consents } from './consent.table.ts'
import { kindOf, MAIL_KINDS, type MailKind, needsConsent } from './mail-kinds.ts'

// The tables of this module decide about marketing mail, not the profile: consents arrive as queued jobs,
// unsubscribing happens here, and a suppression wins over every consent.

export const normalizeAddress = (address: string) => address.trim().toLowerCase()

/** Why an address gets no marketing mail, in the words of the delivery log. */
export const REFUSALS = {
  unsubscribed: 'Unsubscribed from marketing mail',
  bounced: 'A mail server refused this address for good',
  blocked: 'On the suppression list of the shop',
  declined: 'This kind of mail was switched off by the recipient',
  'no-consent': 'No consent to marketing mail',
} as const
export type Refusal = keyof typeof REFUSALS

/** Of these addresses, those that may not get this mail now, with the reason. Empty for mail that is no marketing. */
export async function refusalsOf(
  db: Db,
  template: string,
  addresses: readonly string[],
): Promise<Map<string, Refusal>> {
  const kind = kindOf(template)
  if (!kind) return new Map()
  const emails = [...new Set(addresses.map(normalizeAddress))]
  const { rows } = await db.execute<Standing & { email: string }>(sql`
    select
      address.email,
      (select reason from ${mail_suppressions} where email = address.email) as suppressed,
      exists (
        select from ${declined_mail_kinds} where email = address.email and kind = ${kind}
      ) as declined,
      exists (
        select from ${marketing_consents} where email = address.email and withdrawn_at is null
      ) as agreed
    from unnest(${sql.param(emails)}::text[]) as address (email)
  `)
  const refusals = new Map(rows.map((row) => [row.email, refusal(row, kind)]))
  return new Map(
    addresses.flatMap((address) => {
      const reason = refusals.get(normalizeAddress(address))
      return reason ? [[address, reason]] : []
    }),
  )
}

type Standing = {
  suppressed: 'unsubscribed' | 'bounced' | 'blocked' | null
  declined: boolean
  agreed: boolean
}

function refusal({ suppressed, declined, agreed }: Standing, kind: MailKind): Refusal | undefined {
  if (suppressed) return suppressed
  if (declined) return 'declined'
  return agreed || !needsConsent(kind) ? undefined : 'no-consent'
}

/** Why this address may not get this mail now; undefined if it may. To be asked at the moment of sending. */
export const refusalOf = async (db: Db, template: string, address: string) =>
  (await refusalsOf(db, template, [address])).get(address)

/** The same rule for the address of a row and news, as SQL: for many at once. Null if it may get them. */
export const refusalSql = (email: SQLWrapper): SQL => sql`coalesce(
  (select reason from ${mail_suppressions} where ${mail_suppressions}.email = ${email}),
  case
    when exists (
      select from ${declined_mail_kinds}
      where ${declined_mail_kinds}.email = ${email} and kind = 'news'
    ) then 'declined'
    when not exists (
      select from ${marketing_consents}
      where ${marketing_consents}.email = ${email} and withdrawn_at is null
    ) then 'no-consent'
  end)`

/** Whether a cart may be stored in order to write about it. */
export const mayRemindOfCart = async (db: Db, email: string) =>
  (await refusalOf(db, 'abandoned-cart', email)) === undefined

/** Whether a row of marketing_consents is an address that gets news and offers. */
export const getsNews = (db: Db): SQL | undefined =>
  and(
    isNull(marketing_consents.withdrawn_at),
    notExists(
      db
        .select({ one: sql`1` })
        .from(mail_suppressions)
        .where(eq(mail_suppressions.email, marketing_consents.email)),
    ),
    notExists(
      db
        .select({ one: sql`1` })
        .from(declined_mail_kinds)
        .where(
          and(
            eq(declined_mail_kinds.email, marketing_consents.email),
            eq(declined_mail_kinds.kind, 'news'),
          ),
        ),
    ),
  )

/** The kinds of mail that an address gets now, for the page where the recipient chooses. */
export async function readPreferences(db: Db, email: string) {
  const [[suppression], declined, agreed] = await Promise.all([
    db.select().from(mail_suppressions).where(eq(mail_suppressions.email, email)),
    db.select().from(declined_mail_kinds).where(eq(declined_mail_kinds.email, email)),
    db.$count(
      marketing_consents,
      and(eq(marketing_consents.email, email), isNull(marketing_consents.withdrawn_at)),
    ),
  ])
  const isDeclined = (kind: MailKind) => declined.some((row) => row.kind === kind)
  const standing = { suppressed: suppression?.reason ?? null, agreed: agreed > 0 }
  return {
    suppressed: standing.suppressed,
    wanted: MAIL_KINDS.filter(
      (kind) => !refusal({ ...standing, declined: isDeclined(kind) }, kind),
    ),
  }
}

/** Who may be written to since when, and who unsubscribed, by address. */
export async function consentsOf(db: Db, addresses: string[]) {
  const emails = addresses.map(normalizeAddress)
  const [consents, suppressions] = await Promise.all([
    db.select().from(marketing_consents).where(inArray(marketing_consents.email, emails)),
    db.select().from(mail_suppressions).where(inArray(mail_suppressions.email, emails)),
  ])
  return new Map(
    addresses.map((address, n) => {
      const consent = consents.find(({ email }) => email === emails[n])
      const suppression = suppressions.find(({ email }) => email === emails[n])
      const isGiven = consent && !consent.withdrawn_at && !suppression
      const given = {
        given_at: isGiven ? consent.given_at : null,
        source: isGiven ? consent.source : null,
        unsubscribed_at: suppression?.reason === 'unsubscribed' ? suppression.created_at : null,
      }
      return [address, given] as const
    }),
  )
}

export async function recordConsent(db: Db, request: ConsentRequest, now: Date) {
  const { consent, source } = request
  const email = normalizeAddress(request.email)
  const at = request.given_at ?? now.toISOString()
  if (consent) return agree(db, { email, at, source })
  if (source === 'account') return optOut(db, email, at)
  // An unticked box at sign-up or checkout withdraws nothing. With a deleted account or a changed address the
  // person's consent goes; a suppression stays, so that the address is not written to again.
  if (source !== 'sign-up' && source !== 'checkout') await forgetConsent(db, email, at)
}

/** `preferences`: on the page that the link of a mail opens. */
export type ConsentSource = ConsentRequest['source'] | 'preferences'

type Agreement = { email: string; at: string; source: ConsentSource }

/** Only these prove that the owner of the address decided, so they alone undo an unsubscribe. */
const PROVEN: readonly ConsentSource[] = ['account', 'preferences']

export const agree = (db: Db, { email, at, source }: Agreement) =>
  db.transaction(async (tx) => {
    if (PROVEN.includes(source)) await undoOptOut(tx, email, at)
    await tx
      .insert(marketing_consents)
      .values({ email, source, given_at: at })
      .onConflictDoUpdate({
        target: marketing_consents.email,
        set: { given_at: at, source, withdrawn_at: null },
        // A late job does not overwrite a newer decision.
        setWhere: sql`excluded.given_at > greatest(${marketing_consents.given_at}, ${marketing_consents.withdrawn_at})`,
      })
  })

export async function undoOptOut(tx: Db, email: string, at: string) {
  await tx
    .delete(mail_suppressions)
    .where(
      and(
        eq(mail_suppressions.email, email),
        eq(mail_suppressions.reason, 'unsubscribed'),
        lte(mail_suppressions.created_at, at),
      ),
    )
  await tx
    .delete(declined_mail_kinds)
    .where(
      and(
        eq(declined_mail_kinds.email, email),
        eq(declined_mail_kinds.kind, 'news'),
        lte(declined_mail_kinds.declined_at, at),
      ),
    )
}

const givenBefore = (email: string, at: string) =>
  and(eq(marketing_consents.email, email), lte(marketing_consents.given_at, at))

export async function withdraw(db: Db, email: string, at: string) {
  await db
    .update(marketing_consents)
    .set({ withdrawn_at: at })
    .where(and(givenBefore(email, at), isNull(marketing_consents.withdrawn_at)))
}

async function forgetConsent(db: Db, email: string, at: string) {
  await db.delete(marketing_consents).where(givenBefore(email, at))
}

/** Ends marketing mail to this address; wins over every consent, and over the shop's own reasons. */
export const optOut = (db: Db, email: string, at: string) =>
  db.transaction(async (tx) => {
    await withdraw(tx, email, at)
    await tx
      .insert(mail_suppressions)
      .values({ email, reason: 'unsubscribed', created_at: at })
      .onConflictDoUpdate({
        target: mail_suppressions.email,
        set: {
          reason: 'unsubscribed',
          created_at: sql`greatest(${mail_suppressions.created_at}, excluded.created_at)`,
        },
      })
  })
