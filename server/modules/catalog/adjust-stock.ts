import { desc, eq } from 'drizzle-orm'
import type { StockAdjustment, StockReason } from '#contract/edit-products.ts'
import { type ChangedBy, recordAudit } from '#server/platform/audit-log.ts'
import { announceChange } from '#server/platform/change-feed.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { adminColumns, readAdminProduct } from './admin-products.ts'
import { products, stock_movements } from './catalog.table.ts'

/** Locked, so that no sale comes between reading its stock and writing it. */
export async function lockProduct(tx: Db, id: string) {
  const [product] = await tx
    .select(adminColumns)
    .from(products)
    .where(eq(products.id, id))
    .for('no key update')
  if (!product) throw errors.ROW_NOT_FOUND()
  return product
}

/** The stock after a change by an admin. */
export function changedStock(stock: number, change: number): number {
  if (stock + change < 0) throw errors.STOCK_BELOW_ZERO({ data: { stock } })
  return stock + change
}

type Movement = {
  product_id: string
  change: number
  reason: StockReason | 'set'
  note?: string | null
  by: ChangedBy
}

/** In the transaction that changes the stock. */
export async function recordMovement(tx: Db, { by, ...movement }: Movement) {
  if (movement.change === 0) return
  await tx.insert(stock_movements).values({
    ...movement,
    actor_id: by.id,
    actor_name: by.name,
    created_at: by.at.toISOString(),
  })
}

/**
 * Adds or takes units. Differences commute, so this asks for no version and makes none: a form that is open
 * elsewhere can still be saved.
 */
export const adjustStock = (db: Db, { id, ...input }: StockAdjustment, by: ChangedBy) =>
  db.transaction(async (tx) => {
    const product = await lockProduct(tx, id)
    const stock = changedStock(product.stock, input.change)
    await tx.update(products).set({ stock }).where(eq(products.id, id))
    await recordMovement(tx, { product_id: id, ...input, by })
    await recordAudit(tx, {
      by,
      object: { type: 'products', id, name: product.name },
      before: { stock: product.stock },
      after: { stock, reason: input.reason, ...(input.note ? { note: input.note } : {}) },
    })
    await announceChange(tx, 'products')
    return { ...product, stock }
  })

const MOVEMENTS_SHOWN = 50

/** The latest movements, each with the stock that it left. */
export const listMovements = (db: Db, id: string) =>
  db.transaction(
    async (tx) => {
      let { stock } = await readAdminProduct(tx, id)
      const movements = await tx
        .select()
        .from(stock_movements)
        .where(eq(stock_movements.product_id, id))
        .orderBy(desc(stock_movements.created_at), desc(stock_movements.id))
        .limit(MOVEMENTS_SHOWN)
      return movements.map((movement) => {
        const after = stock
        stock -= movement.change
        return { ...movement, stock: after }
      })
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
