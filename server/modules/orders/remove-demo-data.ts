import { and, isNotNull, ne, not, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/database.ts'
import { type DemoData, isDemoRow } from '#server/platform/demo-rows.ts'
import { contacts } from './contacts.table.ts'
import { coupons, orders, saved_carts } from './orders.table.ts'
import { sales_by_category, sales_by_day, sales_by_product } from './sales.table.ts'

/** All orders with what belongs to them; of the coupons only the demo's. */
export const ordersDemoData: DemoData = {
  count: async (db) => ({
    orders: await db.$count(orders),
    coupons: await db.$count(coupons, isDemoRow(coupons.id)),
  }),
  async remove(tx) {
    await tx.delete(orders)
    await tx.delete(coupons).where(isDemoRow(coupons.id))
    await tx.update(coupons).set({ current_uses: 0 })
    // No trigger subtracts a removed order: elsewhere orders are never removed.
    await tx.delete(sales_by_day)
    await tx.delete(sales_by_product)
    await tx.delete(sales_by_category)
    await tx.delete(saved_carts)
    await tx.delete(contacts)
  },
}

/** Orders that were paid, are not the demo's and not in the given list: how many, and what they brought. */
export async function ownPaidOrders(db: Db, except: string[]) {
  const [found] = await db
    .select({
      count: sql<number>`count(*)::int`,
      total: sql<number>`coalesce(sum(${orders.total}), 0)::float8`,
    })
    .from(orders)
    .where(
      and(
        isNotNull(orders.completed_at),
        ne(orders.total, 0),
        not(isDemoRow(orders.id)),
        except.length > 0 ? notInArray(orders.id, except) : undefined,
      ),
    )
  return found ?? { count: 0, total: 0 }
}

/** No order is placed or paid until the end of the transaction. */
export const lockOrders = (tx: Db) =>
  tx.execute(sql`lock table ${orders} in share row exclusive mode`)
