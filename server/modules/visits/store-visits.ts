import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '#contract/time.ts'
import { OTHER } from '#contract/visit-source.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { findProducts } from '../catalog/reads.ts'
import { shopDay } from '../orders/reads.ts'
import { visits_by_product, visits_by_source } from './visits.table.ts'

export type SourceCounts = { visits: number; views: number; carts: number; checkouts: number }
export type ProductCounts = { views: number; carts: number }
/** What a process has counted and not yet written. */
export type Waiting = { sources: Map<string, SourceCounts>; products: Map<string, ProductCounts> }

/** Different sources of a day; more of them are counted as `other`. */
const MOST_OF_A_DAY = 200
/** Sources of a month that keep their name when its days become one row. */
const MOST_OF_A_MONTH = 50
const DAYS = 400

/** Adds the sums of a process to those of the day. Rows are written in the order of their key: no deadlock. */
export async function storeVisits(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  { sources, products }: Waiting,
) {
  const day = await shopDay(db, now())
  // Products that do not exist, or no longer: reports are not trusted.
  const known = new Set((await findProducts(db, [...products.keys()])).map(({ id }) => id))
  const shown = [...products].filter(([id]) => known.has(id)).sort(([a], [b]) => (a < b ? -1 : 1))
  await db.transaction(async (tx) => {
    if (sources.size > 0) await addSources(tx, day, [...sources])
    if (shown.length > 0) {
      await tx.execute(sql`
        insert into ${visits_by_product} as stored (day, product_id, views, carts)
        select ${day}, * from unnest(${columnOf(shown, ([id]) => id)}::uuid[],
          ${columnOf(shown, ([, { views }]) => views)}::int[], ${columnOf(shown, ([, { carts }]) => carts)}::int[])
        on conflict (day, product_id) do update
        set views = stored.views + excluded.views, carts = stored.carts + excluded.carts`)
    }
  })
}

const columnOf = <Row>(rows: Row[], cell: (row: Row) => string | number): SQL =>
  sql`${sql.param(rows.map(cell))}`

async function addSources(tx: Db, day: string, rows: [string, SourceCounts][]) {
  const counts = (step: keyof SourceCounts) => columnOf(rows, ([, row]) => row[step])
  // One process at a time, so that the bound holds.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('visits_by_source'))`)
  await tx.execute(sql`
    with counted as (
      select asked.*, exists (
        select from ${visits_by_source} as known where known.day = ${day} and known.source = asked.source
      ) as is_known
      from unnest(${columnOf(rows, ([source]) => source)}::text[], ${counts('visits')}::int[],
        ${counts('views')}::int[], ${counts('carts')}::int[], ${counts('checkouts')}::int[])
        as asked (source, visits, views, carts, checkouts)
    ), placed as (
      select *, row_number() over (partition by is_known order by visits desc, source) as place from counted
    ), room as (
      select ${MOST_OF_A_DAY} - count(distinct source) as sources from ${visits_by_source} where day = ${day}
    )
    insert into ${visits_by_source} as stored (day, source, visits, views, carts, checkouts)
    select ${day}, case when is_known or place <= room.sources then source else ${OTHER} end as name,
      sum(visits), sum(views), sum(carts), sum(checkouts)
    from placed, room group by name order by name
    on conflict (day, source, shard) do update
    set visits = stored.visits + excluded.visits, views = stored.views + excluded.views,
      carts = stored.carts + excluded.carts, checkouts = stored.checkouts + excluded.checkouts`)
}

/** Months that ended long ago become one row for each source and product; small sources become `other`. */
export async function condenseVisits({ db, now }: Pick<AppContext, 'db' | 'now'>) {
  const long_ago = await shopDay(db, new Date(now().getTime() - DAYS * DAY_MS))
  const before = sql`date_trunc('month', ${long_ago}::date)::date`
  await db.transaction(async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('visits_by_source'))`)
    await tx.execute(sql`
      with gone as (
        delete from ${visits_by_source} where day < ${before} and (
          extract(day from day) <> 1 or shard <> 0 or date_trunc('month', day)::date in (
            select date_trunc('month', day)::date from ${visits_by_source}
            where day < ${before} and (extract(day from day) <> 1 or shard <> 0)
          )
        ) returning *
      ), months as (
        select date_trunc('month', day)::date as month, source, sum(visits) as visits, sum(views) as views,
          sum(carts) as carts, sum(checkouts) as checkouts, sum(orders) as orders,
          sum(revenue_cents) as revenue_cents
        from gone group by 1, 2
      ), placed as (
        select *, row_number() over (partition by month order by visits desc, orders desc, source) as place from months
      )
      insert into ${visits_by_source} (day, source, visits, views, carts, checkouts, orders, revenue_cents)
      select month, case when place <= ${MOST_OF_A_MONTH} then source else ${OTHER} end as name, sum(visits),
        sum(views), sum(carts), sum(checkouts), sum(orders), sum(revenue_cents)
      from placed group by month, name`)
  })
  await db.execute(sql`
    with gone as (
      delete from ${visits_by_product} where day < ${before} and extract(day from day) <> 1 returning *
    )
    insert into ${visits_by_product} as stored (day, product_id, views, carts, orders, units, revenue_cents)
    select date_trunc('month', day)::date as month, product_id, sum(views), sum(carts), sum(orders), sum(units),
      sum(revenue_cents)
    from gone group by 1, 2 order by 1, 2
    on conflict (day, product_id) do update
    set views = stored.views + excluded.views, carts = stored.carts + excluded.carts,
      orders = stored.orders + excluded.orders, units = stored.units + excluded.units,
      revenue_cents = stored.revenue_cents + excluded.revenue_cents`)
}
