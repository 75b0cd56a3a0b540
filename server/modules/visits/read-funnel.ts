import { type SQL, sql } from 'drizzle-orm'
import type { DashboardQuery, DayRange } from '#contract/insights.ts'
import { fromCents } from '#contract/money.ts'
import type {
  Funnel,
  FunnelCounts,
  FunnelDay,
  FunnelDayQuery,
  SourceQuery,
  VisitedProduct,
  VisitedProductQuery,
  VisitSource,
} from '#contract/visits.ts'
import type { Db } from '#server/platform/database.ts'
import { containing, paged } from '#server/platform/paged.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { findProducts } from '../catalog/reads.ts'
import { readSettings } from '../content/reads.ts'
import { rangeOf } from '../insights/reads.ts'
import { shopDay } from '../orders/reads.ts'
import { visits_by_product, visits_by_source } from './visits.table.ts'

type Context = Pick<AppContext, 'db' | 'now'>
type Sums = Omit<FunnelCounts, 'revenue'> & { revenue_cents: number }

const NOTHING: Sums = { visits: 0, views: 0, carts: 0, checkouts: 0, orders: 0, revenue_cents: 0 }

const SUMS = sql.join(
  Object.keys(NOTHING).map((step) => sql.raw(`coalesce(sum(${step}), 0)::float8 as ${step}`)),
  sql`, `,
)

export async function readFunnel(context: Context, query: DashboardQuery): Promise<Funnel> {
  const range = await daysAsked(context, query)
  const { rows } = await context.db.execute<Sums>(
    sql`select ${SUMS} from ${visits_by_source} where ${within(range)}`,
  )
  const settings = await readSettings(context, ['count_visits'])
  return {
    is_counting: settings.count_visits === 'on',
    range,
    total: inDollars(rows[0] ?? NOTHING),
  }
}

const inDollars = <Row extends { revenue_cents: number }>({ revenue_cents, ...row }: Row) => ({
  ...row,
  revenue: fromCents(revenue_cents),
})

const within = ({ from, to }: DayRange) => sql`day between ${from} and ${to}`

/** All time begins with the first count. */
async function daysAsked({ db, now }: Context, query: DashboardQuery): Promise<DayRange> {
  const { rows } = await db.execute<{ day: string | null }>(
    sql`select min(day)::text as day from ${visits_by_source}`,
  )
  const { from, to } = rangeOf(query, await shopDay(db, now()), rows[0]?.day ?? null)
  return from <= to ? { from, to } : { from: to, to: from }
}

export async function listDays(context: Context, query: FunnelDayQuery) {
  const { db } = context
  const where = within(await daysAsked(context, query))
  return paged<FunnelDay>(query, {
    count: () => countDistinct(db, sql`day`, sql`${visits_by_source} where ${where}`),
    rows: async ({ offset, limit }) => {
      const { rows } = await db.execute<Sums & { id: string }>(sql`
        select day::text as id, ${SUMS} from ${visits_by_source} where ${where} group by day
        order by ${ordering(query.sort ?? '-day')}, day offset ${offset} limit ${limit}`)
      return rows.map(inDollars)
    },
  })
}

export async function listSources(context: Context, query: SourceQuery) {
  const { db } = context
  const range = await daysAsked(context, query)
  const where = sql`${within(range)} ${
    query.q ? sql`and source like ${containing(query.q.toLowerCase())}` : sql``
  }`
  return paged<VisitSource>(query, {
    count: () => countDistinct(db, sql`source`, sql`${visits_by_source} where ${where}`),
    rows: async ({ offset, limit }) => {
      const { rows } = await db.execute<Sums & { id: string; source: string }>(sql`
        select source as id, source, ${SUMS} from ${visits_by_source} where ${where} group by source
        order by ${ordering(query.sort ?? '-visits')}, source offset ${offset} limit ${limit}`)
      return rows.map(inDollars)
    },
  })
}

export async function listVisitedProducts(context: Context, query: VisitedProductQuery) {
  const { db } = context
  const where = within(await daysAsked(context, query))
  return paged<VisitedProduct>(query, {
    count: () => countDistinct(db, sql`product_id`, sql`${visits_by_product} where ${where}`),
    rows: async ({ offset, limit }) => {
      const { rows } = await db.execute<
        Omit<VisitedProduct, 'name' | 'image_url' | 'revenue'> & { revenue_cents: number }
      >(sql`
        select product_id as id, sum(views)::int as views, sum(carts)::int as carts, sum(orders)::int as orders,
          sum(units)::int as units, sum(revenue_cents)::float8 as revenue_cents
        from ${visits_by_product} where ${where} group by product_id
        order by ${ordering(query.sort ?? '-views')}, product_id offset ${offset} limit ${limit}`)
      const known = await findProducts(
        db,
        rows.map(({ id }) => id),
      )
      return rows.map((row) => {
        const { name = '', image_url = null } = known.find(({ id }) => id === row.id) ?? {}
        return { ...inDollars(row), name, image_url }
      })
    },
  })
}

async function countDistinct(db: Db, what: SQL, from: SQL) {
  const { rows } = await db.execute<{ found: number }>(
    sql`select count(distinct ${what})::int as found from ${from}`,
  )
  return rows[0]?.found ?? 0
}

const COLUMNS = {
  visits: sql`sum(visits)`,
  views: sql`sum(views)`,
  carts: sql`sum(carts)`,
  checkouts: sql`sum(checkouts)`,
  orders: sql`sum(orders)`,
  units: sql`sum(units)`,
  revenue: sql`sum(revenue_cents)`,
  source: sql`source`,
  day: sql`day`,
}

function ordering(sort: string) {
  const column = COLUMNS[sort.replace(/^-/, '') as keyof typeof COLUMNS]
  return sql`${column} ${sort.startsWith('-') ? sql`desc` : sql`asc`}`
}
