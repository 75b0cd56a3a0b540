import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import { UPLOAD_PURPOSES } from '#contract/media.ts'
import { instant, oneOf } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'

/**
 * `storing` before the storage is asked to store it and `removing` before it is asked to remove it, so that
 * nothing in the storage is without a row, whenever a process ends.
 */
export const FILE_STATES = ['storing', 'stored', 'removing'] as const

/** Uploaded files, by their random name. */
export const media_files = pgTable(
  'media_files',
  {
    name: text().primaryKey(),
    type: text().notNull(),
    bytes: integer().notNull(),
    width: integer(),
    height: integer(),
    /** Who uploaded it; null for a guest, or when the account is gone. */
    owner: uuid().references(() => profiles.id, { onDelete: 'set null' }),
    /** Of a private file: those who can open this order may see it. */
    order_id: uuid(),
    purpose: text({ enum: UPLOAD_PURPOSES }).notNull(),
    state: text({ enum: FILE_STATES }).notNull().default('storing'),
    /** Since when something shows it. A file without is removed a day after its upload. */
    used_at: instant(),
    /** When all its renditions were there; null for videos. */
    renditions_at: instant('variants_at'),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index().on(t.created_at.desc()),
    index().on(t.owner),
    index('media_files_unused').on(t.created_at).where(sql`${t.used_at} is null`),
    check('media_files_size', sql`${t.bytes} > 0`),
    check('media_files_purpose_known', sql`${t.purpose} in (${sql.raw(oneOf(UPLOAD_PURPOSES))})`),
    check('media_files_state_known', sql`${t.state} in (${sql.raw(oneOf(FILE_STATES))})`),
    check('media_files_used_is_stored', sql`${t.used_at} is null or ${t.state} = 'stored'`),
  ],
)
