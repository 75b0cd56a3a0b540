import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { categories } from './catalog.table.ts'

/** Those that visitors see, in the owner's order. */
export const listCategories = (db: Db) =>
  db
    .select()
    .from(categories)
    .where(eq(categories.is_active, true))
    .orderBy(asc(categories.display_order), asc(categories.name))
