import { and, eq, inArray, lte, sql } from 'drizzle-orm'
import { templates } from '#emails/catalogue.ts'
import type { Db } from '#server/platform/database.ts'
import type { ConsentRequest } from '#server/platform/outgoing-mail.ts'
import { marketing_consents, marketing_opt_outs } from './mail.table.ts'

// marketing_consents and marketing_opt_outs decide about marketing mail, not the profile: consents arrive as
// queued jobs, unsubscribing happens here, and an opt-out wins over every consent.

/** Requested by the recipient, or about a purchase: no further consent is needed, but an opt-out still applies. */
const REQUESTED: readonly string[] = ['back-in-stock', 'review-request']

/** Sent by an admin to try something out. */
export const TEST_MAIL = 'test'

export function isMarketing(template: string) {
  if (template === TEST_MAIL) return false
  const category = Object.hasOwn(templates, template)
    ? templates[template as keyof typeof templates].category
    : 'marketing'
  return category === 'marketing' || category === 'post-purchase'
}

export const normalizeAddress = (address: string) => address.trim().toLowerCase()

export async function mayReceive(db: Db, template: string, address: string) {
  if (!isMarketing(template)) return true
  const email = normalizeAddress(address)
  const { rows } = await db.execute<{ opted_out: boolean; agreed: boolean }>(sql`
    select
      exists (select from ${marketing_opt_outs} where email = ${email}) as opted_out,
      exists (select from ${marketing_consents} where email = ${email}) as agreed
  `)
  const [known] = rows
  if (!known || known.opted_out) return false
  return known.agreed || REQUESTED.includes(template)
}

/** Who may be written to since when, and who unsubscribed, by address. */
export async function consentsOf(db: Db, addresses: string[]) {
  const emails = addresses.map(normalizeAddress)
  const [agreed, optedOut] = await Promise.all([
    db.select().from(marketing_consents).where(inArray(marketing_consents.email, emails)),
    db.select().from(marketing_opt_outs).where(inArray(marketing_opt_outs.email, emails)),
  ])
  return new Map(
    addresses.map((address, n) => {
      const consent = agreed.find(({ email }) => email === emails[n])
      const unsubscribed_at = optedOut.find(({ email }) => email === emails[n])?.created_at ?? null
      // An opt-out wins over every consent.
      const isGiven = consent && !unsubscribed_at
      const given = {
        given_at: isGiven ? consent.given_at : null,
        source: isGiven ? consent.source : null,
        unsubscribed_at,
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
  // An unticked box at sign-up or checkout withdraws nothing; a deleted account or changed address does.
  if (source !== 'sign-up' && source !== 'checkout') await withdraw(db, email, at)
}

type Agreement = { email: string; at: string; source: ConsentRequest['source'] }

const agree = (db: Db, { email, at, source }: Agreement) =>
  db.transaction(async (tx) => {
    if (source === 'account') {
      await tx
        .delete(marketing_opt_outs)
        .where(and(eq(marketing_opt_outs.email, email), lte(marketing_opt_outs.created_at, at)))
    }
    await tx
      .insert(marketing_consents)
      .values({ email, source, given_at: at })
      .onConflictDoUpdate({
        target: marketing_consents.email,
        set: { given_at: sql`greatest(${marketing_consents.given_at}, excluded.given_at)` },
      })
  })

async function withdraw(db: Db, email: string, at: string) {
  await db
    .delete(marketing_consents)
    .where(and(eq(marketing_consents.email, email), lte(marketing_consents.given_at, at)))
}

/** Ends marketing mail to this address; wins over every consent. */
export const optOut = (db: Db, email: string, at: string) =>
  db.transaction(async (tx) => {
    await withdraw(tx, email, at)
    await tx
      .insert(marketing_opt_outs)
      .values({ email, created_at: at })
      .onConflictDoUpdate({
        target: marketing_opt_outs.email,
        set: { created_at: sql`greatest(${marketing_opt_outs.created_at}, excluded.created_at)` },
      })
  })
