import { sql } from 'drizzle-orm'
import { check, index, integer, pgTable, text } from 'drizzle-orm/pg-core'
import { instant } from '#server/platform/columns.ts'

/** Stored files, by their random name. */
export const media_files = pgTable(
  'media_files',
  {
    name: text().primaryKey(),
    type: text().notNull(),
    bytes: integer().notNull(),
    width: integer(),
    height: integer(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [index().on(t.created_at.desc()), check('media_files_size', sql`${t.bytes} > 0`)],
)
