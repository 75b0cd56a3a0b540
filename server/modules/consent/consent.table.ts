import { sql } from 'drizzle-orm'
import { check, index, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { SUPPRESSION_REASONS } from '#contract/mail-suppressions.ts'
import { id, instant, oneOf } from '#server/platform/columns.ts'

/** Addresses that agreed to marketing mail, with or without an account; withdrawn ones stay as the record of it. */
export const marketing_consents = pgTable('marketing_consents', {
  email: text().primaryKey(),
  given_at: instant().notNull().default(sql`now()`),
  source: text().notNull(),
  // Of consent that came with a list from elsewhere: which list, and what it says.
  proof: text(),
  withdrawn_at: instant(),
})

/** Addresses that get no marketing mail; wins over any consent. */
export const mail_suppressions = pgTable(
  'mail_suppressions',
  {
    id: id(),
    email: text().notNull(),
    reason: text({ enum: SUPPRESSION_REASONS }).notNull().default('unsubscribed'),
    note: text().notNull().default(''),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    uniqueIndex('mail_suppressions_email').on(t.email),
    index('mail_suppressions_newest').on(t.created_at, t.id),
    index('mail_suppressions_text').using('gin', sql`${t.email} gin_trgm_ops`),
    check(
      'mail_suppressions_reason_known',
      sql`${t.reason} in (${sql.raw(oneOf(SUPPRESSION_REASONS))})`,
    ),
  ],
)

/** Kinds of marketing mail that a recipient switched off on the preference page, while others still come. */
export const declined_mail_kinds = pgTable(
  'declined_mail_kinds',
  {
    email: text().notNull(),
    kind: text().notNull(),
    declined_at: instant().notNull().default(sql`now()`),
  },
  (t) => [primaryKey({ columns: [t.email, t.kind] })],
)
