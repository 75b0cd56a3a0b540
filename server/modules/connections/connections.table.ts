import { sql } from 'drizzle-orm'
import { index, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core'
import type { KeyScope } from '#contract/key-scopes.ts'
import { id, instant, version } from '#server/platform/columns.ts'
import { profiles } from '../accounts/accounts.table.ts'

/** Keys for programs. They end with the account of who created them. */
export const api_keys = pgTable(
  'api_keys',
  {
    id: id(),
    name: text().notNull(),
    key_hash: text().notNull().unique(),
    /** The last letters of the key. */
    hint: text().notNull(),
    scopes: text().array().$type<KeyScope[]>().notNull(),
    calls_per_minute: integer().$type<60 | 300 | 1200>().notNull(),
    created_by: uuid()
      .notNull()
      .references(() => profiles.id, { onDelete: 'cascade' }),
    created_at: instant().notNull().default(sql`now()`),
    last_used_at: instant(),
    revoked_at: instant(),
    version: version(),
  },
  (t) => [index().on(t.created_by), index().on(t.created_at, t.id)],
)
