import { sql } from 'drizzle-orm'
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core'
import { MAIL_STATUSES } from '#contract/mail.ts'
import { id, instant, oneOf, version } from '#server/platform/columns.ts'

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
    status: text({ enum: MAIL_STATUSES }).notNull().default('waiting'),
    attempts: integer().notNull().default(0),
    // The lease of the process that sends this mail; past it, that process counts as dead.
    held_until: instant(),
    error: text(),
    // The event that caused this mail, such as `order-paid:<id>`; one event sends one mail.
    cause: text(),
    // The order that it is about.
    order_id: uuid(),
    // The campaign that it belongs to; its unsubscribe link names it.
    campaign_id: uuid(),
    created_at: instant().notNull().default(sql`now()`),
    sent_at: instant(),
  },
  (t) => [
    uniqueIndex('mails_once_per_cause').on(t.cause).where(sql`cause is not null`),
    index('mails_of_order').on(t.order_id, t.created_at).where(sql`order_id is not null`),
    // Lists of the back office: each index is read in both directions.
    index('mails_newest').on(t.created_at, t.id),
    index('mails_by_status').on(t.status, t.created_at, t.id),
    index('mails_by_template').on(t.template, t.created_at, t.id),
    index('mails_by_address').on(t.to_address, t.id),
    index('mails_subject_text').using('gin', sql`${t.subject} gin_trgm_ops`),
    index('mails_address_text').using('gin', sql`${t.to_address} gin_trgm_ops`),
    check('mails_status_known', sql`${t.status} in (${sql.raw(oneOf(MAIL_STATUSES))})`),
  ],
)

/** The texts that the owner changed; `id` is the template's. */
export const mail_texts = pgTable('mail_texts', {
  id: text().primaryKey(),
  subject: text().notNull(),
  preheader: text().notNull(),
  title: text().notNull(),
  intro: text().notNull(),
  button: text().notNull(),
  version: version(),
})

/** One row: the mail server that an admin entered, and how long mails are stored. */
export const mail_settings = pgTable(
  'mail_settings',
  {
    id: text().primaryKey().default('mail'),
    host: text(),
    port: integer(),
    user: text().notNull().default(''),
    // Encrypted, bound to host, port and user.
    password: text(),
    sender: text().notNull().default(''),
    dkim_domain: text().notNull().default(''),
    dkim_selector: text().notNull().default(''),
    // Encrypted.
    dkim_key: text(),
    retention_days: integer().notNull().default(365),
    // The server, port and user through which a test mail last left.
    tested_server: text(),
    tested_at: instant(),
    version: version(),
  },
  (t) => [check('mail_settings_one_row', sql`${t.id} = 'mail'`)],
)
