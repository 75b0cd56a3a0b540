import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { declined_mail_kinds, mail_suppressions, marketing_consents } from './consent.table.ts'
import { MAIL_KINDS, type MailKind, normalizeAddress, standingOf } from './standing.ts'

// What recipients decide. Every writer goes through the tables in the same order (consents, suppressions, declined
// kinds), so that two decisions about one address cannot deadlock.

/**
 * `preferences`, `newsletter`: on the page that the link of a mail opens. `import`: stated in a list from elsewhere,
 * see `recordImportedConsents`.
 */
type ConsentSource =
  | 'account'
  | 'sign-up'
  | 'checkout'
  | 'email-changed'
  | 'account-deleted'
  | 'preferences'
  | 'newsletter'
  | 'import'

export type ConsentChange = {
  email: string
  consent: boolean
  source: Exclude<ConsentSource, 'import'>
  at: Date
}

export async function recordConsent(
  tx: Db,
  { email: address, consent, source, at }: ConsentChange,
) {
  const email = normalizeAddress(address)
  const time = at.toISOString()
  if (consent) return agree(tx, { email, at: time, source })
  if (source === 'account') return optOut(tx, email, time)
  // An unticked box at sign-up or checkout withdraws nothing. With a deleted account or a changed address the
  // person's consent goes; a suppression stays, so that the address is not written to again.
  if (source !== 'sign-up' && source !== 'checkout') {
    await tx.delete(marketing_consents).where(givenBefore(email, time))
  }
}

type Agreement = { email: string; at: string; source: ConsentSource }

/** Only these prove that the owner of the address decided, so they alone undo an unsubscribe. */
const PROVEN: readonly ConsentSource[] = ['account', 'preferences', 'newsletter']

const agree = (db: Db, { email, at, source }: Agreement) =>
  db.transaction(async (tx) => {
    await tx
      .insert(marketing_consents)
      .values({ email, source, given_at: at })
      .onConflictDoUpdate({
        target: marketing_consents.email,
        set: { given_at: at, source: withNewsletter(source), proof: null, withdrawn_at: null },
        // A newer decision is not overwritten.
        setWhere: sql`excluded.given_at > greatest(${marketing_consents.given_at}, ${marketing_consents.withdrawn_at})`,
      })
    if (!PROVEN.includes(source)) return
    await undoUnsubscribe(tx, email, at)
    await tx
      .delete(declined_mail_kinds)
      .where(
        and(
          eq(declined_mail_kinds.email, email),
          eq(declined_mail_kinds.kind, 'news'),
          lte(declined_mail_kinds.declined_at, at),
        ),
      )
  })

type ImportedConsent = {
  email: string
  at: string
  /** Which list says so, and where in it. */
  proof: string
}

/**
 * Consent that a list from elsewhere states. It is no decision made here, so any of those wins: an address that agreed,
 * withdrew or unsubscribed before stays as it is.
 */
export async function recordImportedConsents(tx: Db, list: readonly ImportedConsent[]) {
  const column = (name: keyof ImportedConsent) => sql.param(list.map((one) => one[name]))
  const source: ConsentSource = 'import'
  await tx.execute(sql`
    insert into ${marketing_consents} (email, given_at, source, proof)
    select email, given_at, ${source}, proof
    from unnest(${column('email')}::text[], ${column('at')}::timestamptz[], ${column('proof')}::text[])
      as stated (email, given_at, proof)
    where not exists (select from ${mail_suppressions} suppressed where suppressed.email = stated.email)
    order by email
    on conflict (email) do nothing`)
}

/** What these addresses decided here: `known` agreed, `refused` withdrew, unsubscribed or may not be written to. */
export async function decisionsOf(db: Db, emails: readonly string[]) {
  const { rows } = await db.execute<{ email: string; decision: 'known' | 'refused' }>(sql`
    select given.email, case when suppressed.email is null and consent.withdrawn_at is null
      then 'known' else 'refused' end as decision
    from unnest(${sql.param(emails)}::text[]) as given (email)
    left join ${marketing_consents} consent on consent.email = given.email
    left join ${mail_suppressions} suppressed on suppressed.email = given.email
    where consent.email is not null or suppressed.email is not null`)
  return new Map(rows.map(({ email, decision }) => [email, decision]))
}

/** The proof of an imported consent; null for one that was given here. */
export async function proofOfConsent(db: Db, email: string) {
  const [found] = await db
    .select({ proof: marketing_consents.proof })
    .from(marketing_consents)
    .where(eq(marketing_consents.email, email))
  return found?.proof ?? null
}

/** With what was imported about an address goes its imported consent; one that was given here stays. */
export const removeImportedConsent = (tx: Db, email: string) =>
  tx
    .delete(marketing_consents)
    .where(and(eq(marketing_consents.email, email), eq(marketing_consents.source, 'import')))

/** Who reads the newsletter stays a reader of it when a later order agrees again. */
const withNewsletter = (source: ConsentSource) => sql`
  case when ${marketing_consents.source} = 'newsletter' and ${marketing_consents.withdrawn_at} is null
  then 'newsletter' else ${source} end`

const undoUnsubscribe = (tx: Db, email: string, at: string) =>
  tx
    .delete(mail_suppressions)
    .where(
      and(
        eq(mail_suppressions.email, email),
        eq(mail_suppressions.reason, 'unsubscribed'),
        lte(mail_suppressions.created_at, at),
      ),
    )

const givenBefore = (email: string, at: string) =>
  and(eq(marketing_consents.email, email), lte(marketing_consents.given_at, at))

const withdraw = (tx: Db, email: string, at: string) =>
  tx
    .update(marketing_consents)
    .set({ withdrawn_at: at })
    .where(and(givenBefore(email, at), isNull(marketing_consents.withdrawn_at)))

/**
 * Ends marketing mail to this address; wins over every consent. A block or a bounce stays one: an unsubscribe can be
 * undone by the recipient. There every kind is declined instead, so that the refusal holds when the shop lifts the
 * block.
 */
export const optOut = (db: Db, email: string, at: string) =>
  db.transaction(async (tx) => {
    await withdraw(tx, email, at)
    const [suppression] = await tx
      .insert(mail_suppressions)
      .values({ email, reason: 'unsubscribed', created_at: at })
      .onConflictDoUpdate({
        target: mail_suppressions.email,
        set: {
          created_at: sql`case ${mail_suppressions.reason} when 'unsubscribed'
            then greatest(${mail_suppressions.created_at}, excluded.created_at)
            else ${mail_suppressions.created_at} end`,
        },
      })
      .returning({ reason: mail_suppressions.reason })
    await decline(tx, {
      email,
      kinds: suppression?.reason === 'unsubscribed' ? [] : MAIL_KINDS,
      at,
    })
  })

type Declined = { email: string; kinds: readonly MailKind[]; at: string }

/** These kinds, and no others. */
async function decline(tx: Db, { email, kinds, at }: Declined) {
  await tx.delete(declined_mail_kinds).where(eq(declined_mail_kinds.email, email))
  if (kinds.length === 0) return
  await tx
    .insert(declined_mail_kinds)
    .values(kinds.map((kind) => ({ email, kind, declined_at: at })))
    .onConflictDoNothing()
}

type Choice = { email: string; wanted: readonly MailKind[]; at: string }

/** Stores which kinds of mail an address gets. None at all is the same as unsubscribing. */
export async function choosePreferences(tx: Db, { email, wanted, at }: Choice) {
  if (wanted.length === 0) return optOut(tx, email, at)
  const standing = await standingOf(tx, email)
  if (wanted.some((kind) => standing[kind].needs_consent)) {
    await agree(tx, { email, at, source: 'preferences' })
  } else {
    await withdraw(tx, email, at)
    await undoUnsubscribe(tx, email, at)
  }
  await decline(tx, { email, kinds: MAIL_KINDS.filter((kind) => !wanted.includes(kind)), at })
}

/** What is stored about the consent of an address, for the export of the own data. */
export async function consentRecordsOf(db: Db, email: string) {
  const [consents, suppressions, declined_kinds] = await Promise.all([
    db.select().from(marketing_consents).where(eq(marketing_consents.email, email)),
    db.select().from(mail_suppressions).where(eq(mail_suppressions.email, email)),
    db.select().from(declined_mail_kinds).where(eq(declined_mail_kinds.email, email)),
  ])
  return { consents, suppressions, declined_kinds }
}

/** When the demo becomes an own shop. */
export async function removeAllConsent(tx: Db) {
  await tx.delete(marketing_consents)
  await tx.delete(mail_suppressions)
  await tx.delete(declined_mail_kinds)
}
