import { asc, eq } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { pages } from './content.table.ts'

/** The addresses of all pages that visitors can read. */
export async function listPageSlugs(db: Db): Promise<string[]> {
  const rows = await db
    .select({ slug: pages.slug })
    .from(pages)
    .where(eq(pages.is_active, true))
    .orderBy(asc(pages.slug))
  return rows.map(({ slug }) => slug)
}
