import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { id, instant } from '#server/platform/columns.ts'

/** Every outgoing mail; `stored`: not sent because no mail server is configured. */
export const mails = pgTable(
  'mails',
  {
    id: id(),
    template: text().notNull(),
    to_address: text().notNull(),
    subject: text().notNull(),
    html: text().notNull(),
    text: text().notNull(),
    attachments: jsonb().$type<{ filename: string; content_base64: string; type: string }[]>(),
    status: text({ enum: ['waiting', 'sent', 'failed', 'stored'] })
      .notNull()
      .default('waiting'),
    attempts: integer().notNull().default(0),
    // The lease of the process that sends this mail; past it, that process counts as dead.
    held_until: instant(),
    error: text(),
    // The event that caused this mail, such as `order-paid:<id>`; one event sends one mail.
    cause: text(),
    // The order that it is about.
    order_id: uuid(),
    created_at: instant().notNull().default(sql`now()`),
    sent_at: instant(),
  },
  (t) => [
    uniqueIndex('mails_once_per_cause').on(t.cause).where(sql`cause is not null`),
    index('mails_of_order').on(t.order_id, t.created_at).where(sql`order_id is not null`),
    index().on(t.created_at.desc()),
    index().on(t.status, t.created_at.desc()),
    index().on(t.to_address, t.created_at.desc()),
    index('mails_address_text').using('gin', sql`${t.to_address} gin_trgm_ops`),
    check('mails_status_known', sql`${t.status} in ('waiting', 'sent', 'failed', 'stored')`),
  ],
)

/** Addresses that agreed to marketing mail, with or without an account. */
export const marketing_consents = pgTable('marketing_consents', {
  email: text().primaryKey(),
  given_at: instant().notNull().default(sql`now()`),
  source: text().notNull(),
})

/** Addresses that unsubscribed; wins over any consent. */
export const marketing_opt_outs = pgTable('marketing_opt_outs', {
  email: text().primaryKey(),
  created_at: instant().notNull().default(sql`now()`),
})

export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    subject: text().notNull(),
    body: text().notNull(),
    recipient_count: integer().notNull(),
    created_by: uuid(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.created_at.desc())],
)
