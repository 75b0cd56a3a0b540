import { and, asc, eq } from 'drizzle-orm'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { pages } from './content.table.ts'

/** The pages of the navigation bar, in the owner's order. */
export const listNavigationPages = ({ db }: AppContext) =>
  db
    .select({ title: pages.title, slug: pages.slug })
    .from(pages)
    .where(and(eq(pages.is_active, true), eq(pages.show_in_nav, true)))
    .orderBy(asc(pages.nav_order), asc(pages.title))

export async function readPage({ db }: AppContext, slug: string) {
  const [page] = await db
    .select()
    .from(pages)
    .where(and(eq(pages.slug, slug), eq(pages.is_active, true)))
  if (!page) throw errors.PAGE_NOT_FOUND()
  return page
}

/** The addresses of all active pages. */
export async function listPageSlugs({ db }: AppContext): Promise<string[]> {
  const rows = await db
    .select({ slug: pages.slug })
    .from(pages)
    .where(eq(pages.is_active, true))
    .orderBy(asc(pages.slug))
  return rows.map(({ slug }) => slug)
}
