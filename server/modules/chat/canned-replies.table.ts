import { sql } from 'drizzle-orm'
import { check, pgTable, text } from 'drizzle-orm/pg-core'
import { id, version } from '#server/platform/columns.ts'

export const canned_replies = pgTable(
  'canned_replies',
  {
    id: id(),
    shortcut: text().notNull().unique(),
    text: text().notNull(),
    version: version(),
  },
  (t) => [
    check('canned_replies_shortcut_typable', sql`${t.shortcut} ~ '^[a-z0-9]+(-[a-z0-9]+)*$'`),
    check('canned_replies_not_blank', sql`length(btrim(${t.text})) between 1 and 2000`),
  ],
)
