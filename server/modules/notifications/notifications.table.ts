import { sql } from 'drizzle-orm'
import { date, index, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import { MAIL_KINDS, NOTIFICATION_KINDS, PUSH_KINDS, SUMMARIES } from '#contract/notifications.ts'
import { id, instant } from '#server/platform/columns.ts'
import { profiles, sessions } from '../accounts/accounts.table.ts'

/** Which notifications a person of the team has switched on. Without a row here there are none. */
export const notification_settings = pgTable('notification_settings', {
  profile_id: uuid()
    .primaryKey()
    .references(() => profiles.id, { onDelete: 'cascade' }),
  /** What is mailed. */
  kinds: text({ enum: MAIL_KINDS }).array().notNull().default([]),
  push_kinds: text({ enum: PUSH_KINDS }).array().notNull().default([]),
  summary: text({ enum: SUMMARIES }).notNull().default('none'),
  /** The last day that a summary was about. */
  summarised_until: date(),
  /** As `22:00`, in the shop's time zone. */
  quiet_from: text(),
  quiet_until: text(),
})

export const CHANNELS = ['mail', 'push'] as const
export type Channel = (typeof CHANNELS)[number]

/** A notification for one person, written by the triggers of notify_team.sql. */
export const notifications = pgTable(
  'notifications',
  {
    profile_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    channel: text({ enum: CHANNELS }).notNull().default('mail'),
    kind: text({ enum: NOTIFICATION_KINDS }).notNull(),
    object_id: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
    sent_at: instant(),
  },
  (t) => [
    primaryKey({ columns: [t.profile_id, t.channel, t.kind, t.object_id] }),
    index('notifications_waiting').on(t.profile_id, t.channel).where(sql`sent_at is null`),
    index('notifications_sent').on(t.sent_at),
  ],
)

/** A browser that shows notifications to a person of the team. It ends with the session that it was added in. */
export const push_devices = pgTable(
  'push_devices',
  {
    id: id(),
    profile_id: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    session_id: uuid()
      .notNull()
      .references(() => sessions.id, { onDelete: 'cascade' }),
    endpoint: text().notNull().unique(),
    p256dh: text().notNull(),
    auth: text().notNull(),
    name: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.profile_id), index().on(t.session_id)],
)
