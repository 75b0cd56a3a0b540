import { sql } from 'drizzle-orm'
import { boolean, check, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant, version } from '#server/platform/columns.ts'

/** One row: the owner's choice, and how the last backups went. The backups themselves are files. */
export const backup_settings = pgTable(
  'backup_settings',
  {
    id: text().primaryKey().default('backups'),
    daily: boolean().notNull().default(true),
    /** How many daily ones are stored. */
    keep: integer().notNull().default(7),
    last_backup_at: instant(),
    last_daily_at: instant(),
    failed_at: instant(),
    failure: text(),
    created_at: instant().notNull().default(sql`now()`),
    version: version(),
  },
  (t) => [
    check('backup_settings_one_row', sql`${t.id} = 'backups'`),
    check('backup_settings_keep', sql`${t.keep} between 1 and 90`),
  ],
)
