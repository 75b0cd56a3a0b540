import { isNotNull, sql } from 'drizzle-orm'
import type { DemoSelection } from '#contract/ownership.ts'
import type { Db } from '#server/platform/database.ts'
import { type DemoData, isDemoRow } from '#server/platform/demo-rows.ts'
import { back_in_stock_requests, categories, products, stock_movements } from './catalog.table.ts'

/** Goes after orders and reviews. What the owner added stays as it is. */
export const catalogDemoData: DemoData<DemoSelection> = {
  count: async (db) => ({
    products: await db.$count(products, isDemoRow(products.id)),
    categories: await db.$count(categories, isDemoRow(categories.id)),
  }),
  async remove(tx, { keep, at }) {
    await tx.delete(back_in_stock_requests)
    if (keep.products) await archiveDemo(tx, at)
    else await tx.delete(products).where(isDemoRow(products.id))
    await tx.execute(
      sql`delete from product_groups g where not exists (select from products where group_id = g.id)`,
    )
    if (!keep.categories) await tx.delete(categories).where(isDemoRow(categories.id))
    await giveBackSales(tx)
  },
  async pictures(tx) {
    const rows = await tx.select({ images: products.images }).from(products)
    return rows.flatMap(({ images }) => images)
  },
}

/** A draft is an archived product: the owner edits it and restores it to the shop. */
async function archiveDemo(tx: Db, at: Date) {
  await tx
    .update(products)
    .set({
      archived_at: sql`coalesce(${products.archived_at}, ${at.toISOString()})`,
      version: sql`${products.version} + 1`,
    })
    .where(isDemoRow(products.id))
}

/** As if nothing had ever been sold: the orders are gone, and with them what they took. */
async function giveBackSales(tx: Db) {
  await tx.delete(stock_movements).where(isNotNull(stock_movements.order_id))
  await tx.execute(sql`
    update products set units_sold = 0, stock = coalesce(
      (select sum(change) from stock_movements where product_id = products.id), 0)`)
}

export async function hasDemoProducts(db: Db): Promise<boolean> {
  return (await db.$count(products, isDemoRow(products.id))) > 0
}
