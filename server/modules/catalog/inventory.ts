import { and, asc, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import type { Db } from '#server/platform/database.ts'
import { categories, products } from './catalog.table.ts'

const isLow = and(
  isNull(products.archived_at),
  lt(products.stock, sql.raw(String(LOW_STOCK_BELOW))),
)

export const countLowStock = (db: Db) => db.$count(products, isLow)

/** The emptiest first. */
export const listLowStock = (db: Db, limit: number) =>
  db
    .select({
      id: products.id,
      name: products.full_name,
      image_url: products.image_url,
      stock: products.stock,
    })
    .from(products)
    .where(isLow)
    .orderBy(asc(products.stock), asc(products.name))
    .limit(limit)

/** What the stock has cost and what selling it would earn, in cents. Products without a cost price are only counted. */
export async function readInventory(db: Db) {
  const { rows } = await db.execute<{ cost: number; profit: number; without_cost: number }>(sql`
    select
      coalesce(sum((cost_price * 100)::bigint * stock), 0)::float8 as cost,
      coalesce(sum(((price - cost_price) * 100)::bigint * stock), 0)::float8 as profit,
      count(*) filter (where cost_price is null)::int as without_cost
    from ${products} where archived_at is null and stock > 0`)
  const [sums] = rows
  return {
    cost_cents: sums?.cost ?? 0,
    profit_cents: sums?.profit ?? 0,
    without_cost: sums?.without_cost ?? 0,
  }
}

/** Archived ones included. */
export const namesAndPictures = (db: Db, ids: string[]) =>
  db
    .select({ id: products.id, name: products.full_name, image_url: products.image_url })
    .from(products)
    .where(inArray(products.id, ids))

type SoldCategory = { category: string | null; units: number; revenue_cents: number }

/**
 * The best categories by revenue. `sold` is a subquery with category_id, units and revenue_cents. A category that was
 * deleted counts as none.
 */
export async function rankCategories(db: Db, sold: SQL, limit: number) {
  const { rows } = await db.execute<SoldCategory>(sql`
    select c.name as category, sum(s.units)::int as units, sum(s.revenue_cents)::float8 as revenue_cents
    from (${sold}) as s left join ${categories} as c on c.id = s.category_id
    group by c.name having sum(s.units) > 0 order by revenue_cents desc, category limit ${limit}`)
  return rows
}
