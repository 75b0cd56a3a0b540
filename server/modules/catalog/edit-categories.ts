import { and, asc, count, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { CategoryEdit } from '#contract/edit-categories.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { type Db, isDuplicate } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { categories, products } from './catalog.table.ts'

const inOrder = [asc(categories.display_order), asc(categories.name)]

/** All of them, with how many products each has, archived ones included. */
export async function listAdminCategories(db: Db) {
  const onSale = await countByCategory(db, isNull(products.archived_at))
  const archived = await countByCategory(db, isNotNull(products.archived_at))
  const countOf = (name: string) => (onSale.get(name) ?? 0) + (archived.get(name) ?? 0)
  const rows = await db
    .select()
    .from(categories)
    .orderBy(...inOrder)
  return rows.map((row) => ({ ...row, product_count: countOf(row.name) }))
}

/** Each of the two conditions has indexes of its own. */
async function countByCategory(db: Db, where: SQL) {
  const counts = await db
    .select({ category: products.category, count: count() })
    .from(products)
    .where(where)
    .groupBy(products.category)
  return new Map(counts.map((row) => [row.category, row.count]))
}

const options = (by: ChangedBy) => ({ by, name: ({ name }: { name: string }) => name })

export const createCategory = (db: Db, category: CategoryEdit, by: ChangedBy) =>
  saving(db, async (tx) => {
    await refuseTakenName(tx, category.name)
    return createRow(tx, categories, category, options(by))
  })

type CategoryChange = Partial<CategoryEdit> & { id: string; version: number }

/** The foreign key renames the category of its products, too. */
export const updateCategory = (
  db: Db,
  { id, version, ...changes }: CategoryChange,
  by: ChangedBy,
) =>
  saving(db, async (tx) => {
    if (changes.name !== undefined) await refuseTakenName(tx, changes.name, id)
    return updateRow(tx, categories, { id, version }, changes, options(by))
  })

/** Names that differ only in case are one name to a shopper. Shops from before this rule may still have both. */
async function refuseTakenName(tx: Db, name: string, ownId?: string) {
  // Two admins who save at once wait for each other.
  await tx.execute(sql`lock table ${categories} in share row exclusive mode`)
  const others = ownId ? ne(categories.id, ownId) : undefined
  const isSame = sql`lower(${categories.name}) = lower(${name})`
  if ((await tx.$count(categories, and(isSame, others))) > 0) throw errors.CATEGORY_NAME_TAKEN()
}

/** Its products stay, without a category. */
export const removeCategory = (db: Db, id: string, by: ChangedBy) =>
  saving(db, (tx) => deleteRow(tx, categories, id, options(by)))

/** Numbers the categories as given; those that the admin has not seen yet keep their number. */
export const reorderCategories = (db: Db, ids: readonly string[], by: ChangedBy) =>
  saving(db, async (tx) => {
    const known = await tx
      .select()
      .from(categories)
      .orderBy(asc(categories.id))
      .for('no key update')
    for (const category of known) {
      const display_order = ids.indexOf(category.id)
      if (display_order === -1 || display_order === category.display_order) continue
      await updateRow(tx, categories, category, { display_order }, options(by))
    }
  })

/** A change of a category also changes what lists of products show. */
async function saving<Result>(db: Db, write: (tx: Db) => Promise<Result>) {
  try {
    return await db.transaction(async (tx) => {
      const result = await write(tx)
      await announceChange(tx, 'categories')
      await announceChange(tx, 'products')
      return result
    })
  } catch (error) {
    throw isDuplicate(error, 'categories_name_unique') ? errors.CATEGORY_NAME_TAKEN() : error
  }
}

/** The active categories, in the owner's order. */
export const listCategories = ({ db }: AppContext) =>
  db
    .select()
    .from(categories)
    .where(eq(categories.is_active, true))
    .orderBy(asc(categories.display_order), asc(categories.name))
