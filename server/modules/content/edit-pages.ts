import { and, eq, ilike, or } from 'drizzle-orm'
import { isShopAddress, type PageEdit, type PageQuery } from '#contract/edit-pages.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { containing, orderBy, paged } from '#server/platform/paged.ts'
import { page_redirects, pages } from './content.table.ts'

const { content: _, ...rowColumns } = {
  id: pages.id,
  title: pages.title,
  slug: pages.slug,
  content: pages.content,
  is_active: pages.is_active,
  show_in_nav: pages.show_in_nav,
  nav_order: pages.nav_order,
  version: pages.version,
}

export function listEditablePages(db: Db, query: PageQuery) {
  const { q, status } = query
  const where = and(
    q ? or(ilike(pages.title, containing(q)), ilike(pages.slug, containing(q))) : undefined,
    status ? eq(pages.is_active, status === 'active') : undefined,
  )
  const columns = { nav_order: pages.nav_order, title: pages.title, slug: pages.slug }
  return paged(query, {
    count: () => db.$count(pages, where),
    rows: ({ offset, limit }) =>
      db
        .select(rowColumns)
        .from(pages)
        .where(where)
        .orderBy(...orderBy(query.sort ?? 'nav_order', columns, pages.title))
        .offset(offset)
        .limit(limit),
  })
}

export async function readEditablePage(db: Db, id: string) {
  const [page] = await db.select().from(pages).where(eq(pages.id, id))
  if (!page) throw errors.ROW_NOT_FOUND()
  return page
}

const options = (by: ChangedBy) => ({ by, name: ({ title }: { title: string }) => title })

export const createPage = (db: Db, page: PageEdit, by: ChangedBy) =>
  refusingTakenSlug(
    db.transaction(async (tx) => {
      refuseShopAddress(page.slug)
      await tx.delete(page_redirects).where(eq(page_redirects.slug, page.slug))
      return createRow(tx, pages, page, options(by))
    }),
  )

/** Links to the old address go on working; a page that takes that address itself goes first. */
export const updatePage = (
  db: Db,
  { id, version, ...page }: PageEdit & { id: string; version: number },
  by: ChangedBy,
) =>
  refusingTakenSlug(
    db.transaction(async (tx) => {
      const { slug: before } = await readEditablePage(tx, id)
      // The shop comes with a page called shipping-policy, and the specification with a route.
      if (before !== page.slug) refuseShopAddress(page.slug)
      const saved = await updateRow(tx, pages, { id, version }, page, options(by))
      if (before === page.slug) return saved
      await tx.delete(page_redirects).where(eq(page_redirects.slug, page.slug))
      await tx
        .insert(page_redirects)
        .values({ slug: before, page_id: id })
        .onConflictDoUpdate({ target: page_redirects.slug, set: { page_id: id } })
      return saved
    }),
  )

export const removePage = (db: Db, id: string, by: ChangedBy) =>
  db.transaction((tx) => deleteRow(tx, pages, id, options(by)))

function refuseShopAddress(slug: string) {
  if (isShopAddress(slug)) throw errors.SLUG_OF_SHOP()
}

const refusingTakenSlug = <Result>(saved: Promise<Result>) =>
  saved.catch((error) => {
    throw isDuplicate(error, 'pages_slug_unique') ? errors.SLUG_TAKEN() : error
  })
