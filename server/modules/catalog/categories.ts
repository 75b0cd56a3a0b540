import { asc, eq } from 'drizzle-orm'
import type { AppContext } from '#server/platform/rpc.ts'
import { categories } from './catalog.table.ts'

/** The active categories, in the owner's order. */
export const listCategories = ({ db }: AppContext) =>
  db
    .select()
    .from(categories)
    .where(eq(categories.is_active, true))
    .orderBy(asc(categories.display_order), asc(categories.name))
