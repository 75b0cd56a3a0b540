import type { BulkResult, ProductChange, ProductEdit } from '#contract/edit-products.ts'
import type { ErrorCode } from '#contract/errors.ts'
import { claimFiles } from '#server/modules/media/index.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import { breaksReference, type Db } from '#server/platform/database.ts'
import { createRow, deleteRow, updateRow } from '#server/platform/edit-rows.ts'
import { errors } from '#server/platform/errors.ts'
import { changedStock, lockProduct, recordMovement } from './adjust-stock.ts'
import { knownOptions } from './attributes.ts'
import { products } from './catalog.table.ts'
import { lockProducts, removeEmptyGroup } from './group-members.ts'

const options = (by: ChangedBy) => ({
  by,
  name: ({ name }: { name: string }) => name,
  computed: ['image_url', 'full_name', 'plain_name', 'plain_full_name', 'search_words'] as const,
})

export const createProduct = (db: Db, product: ProductEdit, by: ChangedBy) =>
  refusingMissingCategory(
    db.transaction(async (tx) => {
      const option_ids = await knownOptions(tx, product.option_ids)
      return insertProduct(tx, { ...product, option_ids }, by)
    }),
  )

type Membership = 'group_id' | 'group_name' | 'group_position' | 'group_value' | 'group_colour'

export async function insertProduct(
  tx: Db,
  product: ProductEdit & Partial<Pick<typeof products.$inferInsert, 'archived_at' | Membership>>,
  by: ChangedBy,
) {
  await claimPictures(tx, product.images, by)
  const created = await createRow(tx, products, product, options(by))
  const { id, stock } = created
  await recordMovement(tx, { product_id: id, change: stock, reason: 'set', by })
  await announceChange(tx, 'products')
  return created
}

type ProductUpdate = ProductEdit & { id: string; version: number; seen_stock: number }

export const updateProduct = (db: Db, { seen_stock, ...input }: ProductUpdate, by: ChangedBy) =>
  refusingMissingCategory(
    db.transaction(async (tx) => {
      const { stock, ...fields } = input
      const option_ids = await knownOptions(tx, input.option_ids)
      return editProduct(tx, { ...fields, option_ids, stock_change: stock - seen_stock }, by)
    }),
  )

export const changeProduct = (db: Db, change: ProductChange, by: ChangedBy) =>
  refusingMissingCategory(db.transaction((tx) => editProduct(tx, change, by)))

type Edit = ProductChange &
  Partial<Omit<ProductEdit, 'stock'> & Pick<typeof products.$inferInsert, Membership>>

/** Writes the given fields. Stock moves by a difference: what was sold since the admin looked stays sold. */
export async function editProduct(tx: Db, edit: Edit, by: ChangedBy) {
  const { id, version, stock_change = 0, archived, ...fields } = edit
  const before = await lockProduct(tx, id)
  const { images = before.images } = fields
  const archived_at =
    archived === undefined || archived === (before.archived_at !== null)
      ? before.archived_at
      : archived
        ? by.at.toISOString()
        : null
  const values = { ...fields, archived_at, stock: changedStock(before.stock, stock_change) }
  const after = await updateRow(tx, products, { id, version }, values, options(by))
  const added = images.filter((url) => !before.images.includes(url))
  await claimPictures(tx, added, by)
  await recordMovement(tx, { product_id: id, change: stock_change, reason: 'correction', by })
  await announceChange(tx, 'products')
  return after
}

/** Removed pictures stay stored: orders go on showing what was bought. */
const claimPictures = (tx: Db, urls: readonly string[], by: ChangedBy) =>
  claimFiles(tx, urls, { owner: by.id, purpose: 'product', at: by.at })

const SKIPPED: Partial<Record<ErrorCode, BulkResult['skipped'][number]['reason']>> = {
  CHANGED_MEANWHILE: 'changed',
  ROW_NOT_FOUND: 'gone',
  STOCK_BELOW_ZERO: 'stock',
}

/**
 * Changes many products in one transaction. Those that no longer are as the admin saw them are left and named;
 * the others are changed. Undo is the same call with the old values and the new versions.
 */
export const bulkEditProducts = (db: Db, changes: readonly ProductChange[], by: ChangedBy) =>
  refusingMissingCategory(
    db.transaction(async (tx): Promise<BulkResult> => {
      const result: BulkResult = { done: [], skipped: [] }
      await lockProducts(
        tx,
        changes.map(({ id }) => id),
      )
      for (const change of changes) {
        try {
          const { id, version } = await editProduct(tx, change, by)
          result.done.push({ id, version })
        } catch (error) {
          const reason = SKIPPED[(error as { code?: ErrorCode }).code as ErrorCode]
          if (!reason) throw error
          result.skipped.push({ id: change.id, reason })
        }
      }
      return result
    }),
  )

/** A product that was ordered is archived, so that old orders keep their lines. */
export const removeProduct = (db: Db, id: string, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const { group_id } = await lockProduct(tx, id)
    const archived = await tx
      .transaction((savepoint) => deleteRow(savepoint, products, id, options(by)))
      .then(
        () => false,
        (error) => {
          if (breaksReference(error, 'order_items_product_id_products_id_fk')) return true
          throw error
        },
      )
    if (archived) {
      const { version } = await lockProduct(tx, id)
      await editProduct(tx, { id, version, archived: true }, by)
    }
    if (group_id) await removeEmptyGroup(tx, group_id, by)
    await announceChange(tx, 'products')
    return { id, archived }
  })

const refusingMissingCategory = <Result>(saved: Promise<Result>) =>
  saved.catch((error) => {
    throw breaksReference(error, 'products_category_categories_name_fk')
      ? errors.CATEGORY_NOT_FOUND()
      : error
  })
