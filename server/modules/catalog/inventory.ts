import { and, asc, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import type { Db } from '#server/platform/database.ts'
import { products } from './catalog.table.ts'

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
      name: products.name,
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

type SoldProduct = {
  id: string
  name: string
  image_url: string | null
  units: number
  revenue_cents: number
}
type SoldCategory = { category: string | null; units: number; revenue_cents: number }

/**
 * The best of what was sold, by revenue: products, archived ones included, and the categories that they are in now.
 * `sold` is a subquery with product_id, units and revenue_cents; both lists come from reading it once.
 */
export async function rankSold(
  db: Db,
  sold: SQL,
  limits: { products: number; categories: number },
) {
  const ranking = sql`
    with sold as materialized (${sold}), best as (
      select * from sold order by revenue_cents desc, product_id limit ${limits.products}
    ), categories as (
      select p.category, sum(s.units)::int as units, sum(s.revenue_cents) as revenue_cents
      from sold s join ${products} p on p.id = s.product_id
      group by p.category order by 3 desc, 1 limit ${limits.categories}
    )
    select
      coalesce((
        select json_agg(json_build_object('id', p.id, 'name', p.name, 'image_url', p.image_url,
          'units', b.units, 'revenue_cents', b.revenue_cents) order by b.revenue_cents desc, p.id)
        from best b join ${products} p on p.id = b.product_id), '[]') as products,
      coalesce((select json_agg(c) from categories c), '[]') as categories`
  return db.transaction(async (tx) => {
    // Enough for the sums of 100,000 products; the default would write them to disk.
    await tx.execute(sql`set local work_mem = '32MB'`)
    const { rows } = await tx.execute<{ products: SoldProduct[]; categories: SoldCategory[] }>(
      ranking,
    )
    return rows[0] ?? { products: [], categories: [] }
  })
}
