import { sql } from 'drizzle-orm'
import { check, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { ContactAddress } from '#contract/customer-import.ts'
import { instant } from '#server/platform/columns.ts'

/**
 * People from the list of another shop, without an account. A trigger lists each as a guest in `customers`. Whether
 * they may get marketing mail is in `marketing_consents`, as for others.
 */
export const contacts = pgTable(
  'contacts',
  {
    // In lower case.
    email: text().primaryKey(),
    full_name: text().notNull().default(''),
    address: jsonb().$type<ContactAddress>(),
    // Where the list came from, in the words of who imported it.
    source: text().notNull(),
    created_at: instant().notNull().default(sql`now()`),
  },
  (t) => [check('contacts_email_lower', sql`${t.email} = lower(btrim(${t.email}))`)],
)
