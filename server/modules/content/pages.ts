import { and, asc, eq, inArray, or } from 'drizzle-orm'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { page_redirects, pages } from './content.table.ts'

/** The pages of the navigation bar, in the owner's order. */
export const listNavigationPages = ({ db }: AppContext) =>
  db
    .select({ title: pages.title, slug: pages.slug })
    .from(pages)
    .where(and(eq(pages.is_active, true), eq(pages.show_in_nav, true)))
    .orderBy(asc(pages.nav_order), asc(pages.title))

/** An active page by its address, or by an earlier one: then `slug` differs from what was asked. */
export async function readPage({ db }: AppContext, slug: string) {
  const earlier = db
    .select({ id: page_redirects.page_id })
    .from(page_redirects)
    .where(eq(page_redirects.slug, slug))
  const found = await db
    .select()
    .from(pages)
    .where(and(eq(pages.is_active, true), or(eq(pages.slug, slug), inArray(pages.id, earlier))))
  const page = found.find((one) => one.slug === slug) ?? found[0]
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
