import { sql } from 'drizzle-orm'
import {
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core'
import { type Audience, RECIPIENT_TYPES } from '#contract/audience.ts'
import { CAMPAIGN_STATUSES, CAMPAIGN_TEMPLATES, RECIPIENT_STATUSES } from '#contract/campaigns.ts'
import type { MailTexts } from '#contract/mail-studio.ts'
import { id, instant, oneOf } from '#server/platform/columns.ts'

/** One marketing mail to many people. Each of them is a row of campaign_recipients. */
export const campaigns = pgTable(
  'campaigns',
  {
    id: id(),
    template: text({ enum: CAMPAIGN_TEMPLATES }).notNull().default('promotional'),
    subject: text().notNull(),
    body: text().notNull(),
    button: text().notNull().default(''),
    link: text().notNull().default(''),
    coupon_code: text(),
    product_id: uuid(),
    // Coupon, product and the owner's texts as they were when the campaign was made: all get the same mail.
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    texts: jsonb().$type<MailTexts>(),
    // Null when single addresses were given.
    audience: jsonb().$type<Audience>(),
    status: text({ enum: CAMPAIGN_STATUSES }).notNull(),
    // All recipients, also those left out.
    recipient_count: integer().notNull(),
    // Why it paused by itself.
    note: text(),
    send_at: instant().notNull(),
    started_at: instant(),
    finished_at: instant(),
    created_by: uuid(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('campaigns_newest').on(t.created_at, t.id),
    index('campaigns_due').on(t.send_at).where(sql`status in ('scheduled', 'sending')`),
    check('campaigns_status_known', sql`${t.status} in (${sql.raw(oneOf(CAMPAIGN_STATUSES))})`),
    check(
      'campaigns_template_known',
      sql`${t.template} in (${sql.raw(oneOf(CAMPAIGN_TEMPLATES))})`,
    ),
    check(
      'campaigns_finished_has_time',
      sql`${t.status} not in ('finished', 'stopped') or ${t.finished_at} is not null`,
    ),
  ],
)

/** `queued`: handed to the mail queue. `sent`, `failed` and `left_out` are final. */
export const campaign_recipients = pgTable(
  'campaign_recipients',
  {
    id: id(),
    campaign_id: uuid()
      .notNull()
      .references(() => campaigns.id, { onDelete: 'cascade' }),
    // Erased together with old mails.
    email: text(),
    name: text().notNull().default(''),
    type: text({ enum: RECIPIENT_TYPES }).notNull(),
    status: text({ enum: RECIPIENT_STATUSES }).notNull().default('waiting'),
    // Why it was left out or failed; while it waits for a retry, the last error.
    reason: text(),
    // When the status changed last.
    changed_at: instant().notNull().default(sql`now()`),
    unsubscribed_at: instant(),
  },
  (t) => [
    uniqueIndex('campaign_recipients_once').on(t.campaign_id, t.email),
    index('campaign_recipients_by_status').on(t.campaign_id, t.status, t.id),
    index('campaign_recipients_by_address').on(t.email),
    index('campaign_recipients_unsubscribed')
      .on(t.campaign_id)
      .where(sql`unsubscribed_at is not null`),
    check(
      'campaign_recipients_status_known',
      sql`${t.status} in (${sql.raw(oneOf(RECIPIENT_STATUSES))})`,
    ),
    check('campaign_recipients_type_known', sql`${t.type} in ('user', 'guest')`),
    check(
      'campaign_recipients_left_out_has_reason',
      sql`${t.status} <> 'left_out' or ${t.reason} is not null`,
    ),
  ],
)

/** How many marketing mails a mail server gets in a minute, and how many it may get now. */
export const sending_rates = pgTable(
  'sending_rates',
  {
    // host:port
    server: text().primaryKey(),
    per_minute: integer().notNull(),
    // A token bucket: what was left at `counted_at`.
    allowance: doublePrecision().notNull().default(0),
    counted_at: instant(),
    // The chain of feed jobs that counts; a job of another chain ends.
    feed_token: uuid(),
  },
  (t) => [check('sending_rates_known', sql`${t.per_minute} between 1 and 6000`)],
)
