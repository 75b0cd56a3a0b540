import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { declined_mail_kinds, mail_suppressions, marketing_consents } from './consent.table.ts'
import { MAIL_KINDS, type MailKind, normalizeAddress, standingOf } from './standing.ts'

// What recipients decide. Every writer goes through the tables in the same order (consents, suppressions, declined
// kinds), so that two decisions about one address cannot deadlock.

/** `preferences`: on the page that the link of a mail opens. */
type ConsentSource =
  | 'account'
  | 'sign-up'
  | 'checkout'
  | 'email-changed'
  | 'account-deleted'
  | 'preferences'

export type ConsentChange = { email: string; consent: boolean; source: ConsentSource; at: Date }

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
const PROVEN: readonly ConsentSource[] = ['account', 'preferences']

const agree = (db: Db, { email, at, source }: Agreement) =>
  db.transaction(async (tx) => {
    await tx
      .insert(marketing_consents)
      .values({ email, source, given_at: at })
      .onConflictDoUpdate({
        target: marketing_consents.email,
        set: { given_at: at, source, withdrawn_at: null },
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

type Choice = { email: string; wanted: readonly MailKind[]; at: string }

/** Stores which kinds of mail an address gets. None at all is the same as unsubscribing. */
export async function choosePreferences(tx: Db, { email, wanted, at }: Choice) {
  const standing = await standingOf(tx, email)
  if (wanted.length === 0) await optOut(tx, email, at)
  else if (wanted.some((kind) => standing[kind].needs_consent)) {
    await agree(tx, { email, at, source: 'preferences' })
  } else {
    await withdraw(tx, email, at)
    await undoUnsubscribe(tx, email, at)
  }
  await tx.delete(declined_mail_kinds).where(eq(declined_mail_kinds.email, email))
  const declined = MAIL_KINDS.filter((kind) => !wanted.includes(kind))
  if (wanted.length === 0 || declined.length === 0) return
  await tx
    .insert(declined_mail_kinds)
    .values(declined.map((kind) => ({ email, kind, declined_at: at })))
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
