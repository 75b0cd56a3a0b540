import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Db } from './database.ts'

/**
 * Whether a row came with the demo: its ids are version 8 UUIDs (see demo/repeatable.ts), and the database generates
 * version 4 for all others.
 */
export const isDemoRow = (id: AnyPgColumn): SQL => sql`substr(${id}::text, 15, 1) = '8'`

/** What a module removes when the demo becomes an own shop. What the owner made stays, apart from sales and customers. */
export type DemoData<Selection = unknown> = {
  /** How many rows would be removed, by kind. */
  count: (db: Db) => Promise<Record<string, number>>
  remove: (tx: Db, how: { keep: Selection; admin_id: string; at: Date }) => Promise<void>
  /** The addresses of files that are still shown. */
  pictures?: (tx: Db) => Promise<string[]>
}
