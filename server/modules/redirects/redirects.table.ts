import { sql } from 'drizzle-orm'
import { check, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { id, instant, version } from '#server/platform/columns.ts'

/** Old addresses and where they lead. Flat: no target is itself an old address. */
export const redirects = pgTable(
  'redirects',
  {
    id: id(),
    // In the form of `oldPath` (contract/redirects.ts): without host, search and the last slash, in lower case.
    from_path: text().notNull().unique(),
    to_path: text().notNull(),
    version: version(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [
    index('redirects_newest').on(t.created_at, t.id),
    index('redirects_target').on(t.to_path),
    index('redirects_search').using(
      'gin',
      sql`(${t.from_path} || ' ' || lower(${t.to_path})) gin_trgm_ops`,
    ),
    // Never another host.
    check('redirects_within_shop', sql`${t.to_path} ~ '^/([^/\\\\]|$)'`),
    check('redirects_from_path', sql`${t.from_path} ~ '^/[^/\\\\]'`),
  ],
)

/** How often addresses were asked for that lead nowhere, by day. No query, no visitor. */
export const missing_pages = pgTable(
  'missing_pages',
  {
    day: date({ mode: 'string' }).notNull(),
    path: text().notNull(),
    hits: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.path] }), index('missing_pages_path').on(t.path)],
)
