import { and, eq, ilike, sql } from 'drizzle-orm'
import * as z from 'zod'
import { addressesIn, type SuppressionAdd, SuppressionQuery } from '#contract/mail-suppressions.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { csvExport } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import { mail_suppressions, marketing_consents } from './consent.table.ts'
import { normalizeAddress } from './standing.ts'

const matching = ({ q, reason }: SuppressionQuery) =>
  and(
    q ? ilike(mail_suppressions.email, containing(q)) : undefined,
    reason ? eq(mail_suppressions.reason, reason) : undefined,
  )

const ordering = ({ sort = '-created_at' }: SuppressionQuery) => {
  const { created_at, email, id } = mail_suppressions
  return orderBy(sort, { created_at, email }, id)
}

export const listSuppressions = (db: Db, query: SuppressionQuery) =>
  paged(query, {
    count: () => db.$count(mail_suppressions, matching(query)),
    rows: ({ offset, limit }) =>
      db
        .select()
        .from(mail_suppressions)
        .where(matching(query))
        .orderBy(...ordering(query))
        .offset(offset)
        .limit(limit),
  })

/** Those already on the list stay as they are: who unsubscribed is not turned into somebody the shop blocked. */
export const addSuppressions = (db: Db, { emails, note }: SuppressionAdd, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const created_at = by.at.toISOString()
    const added = await tx
      .insert(mail_suppressions)
      .values(
        addressesIn(emails).map((email) => ({
          email,
          reason: 'blocked' as const,
          note,
          created_at,
        })),
      )
      .onConflictDoNothing()
      .returning()
    for (const row of added) {
      await recordAudit(tx, { by, object: objectOf(row), before: null, after: row })
    }
    if (added.length > 0) await announceChange(tx, 'mail_suppressions')
    return { added: added.length }
  })

/** The reason is in the audit log with what was removed. */
export const removeSuppression = (
  db: Db,
  { id, because }: { id: string; because: string },
  by: ChangedBy,
) =>
  db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(mail_suppressions)
      .where(eq(mail_suppressions.id, id))
      .returning()
    if (!removed) throw errors.ROW_NOT_FOUND()
    const before = { ...removed, removed_because: because }
    await recordAudit(tx, { by, object: objectOf(removed), before, after: null })
    await announceChange(tx, 'mail_suppressions')
    return removed
  })

const objectOf = ({ id, email }: { id: string; email: string }) => ({
  type: 'mail_suppressions',
  id,
  name: email,
})

type Bounce = { address: string; answer: string; at: string }

/** A mail server says that the address does not exist: more mail to it would harm the shop's reputation. */
export const suppressBounced = (db: Db, { address, answer, at }: Bounce) =>
  db
    .insert(mail_suppressions)
    .values({
      email: normalizeAddress(address),
      reason: 'bounced',
      note: answer.slice(0, 500),
      created_at: at,
    })
    .onConflictDoNothing()

export const suppressionsExport = csvExport({
  area: 'marketing',
  query: SuppressionQuery,
  columns: ['email', 'reason', 'note', 'created_at'],
  rows: (query) =>
    sql`select * from ${mail_suppressions} where ${matching(query) ?? sql`true`} order by ${sql.join(ordering(query), sql`, `)}`,
})

/** Who agreed to marketing mail, when and how, and when that ended: the record that the law asks for. */
export const consentsExport = csvExport({
  area: 'marketing',
  query: z.object({}),
  columns: [
    ...['email', 'given_at', 'given_by', 'withdrawn_at'],
    ...['suppressed_at', 'suppressed_because', 'proof'],
  ],
  rows: () => sql`
    select consent.email, consent.given_at, consent.source as given_by, consent.withdrawn_at,
      suppression.created_at as suppressed_at, suppression.reason as suppressed_because, consent.proof
    from ${marketing_consents} consent
    left join ${mail_suppressions} suppression using (email)
    order by consent.given_at, consent.email`,
})
