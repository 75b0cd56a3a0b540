import { min, type SQL, type SQLWrapper, sql, sum } from 'drizzle-orm'
import type { DayRange } from '#contract/insights.ts'
import type { OrderStatus } from '#contract/orders.ts'
import { DAY_MS } from '#contract/time.ts'
import type { Db } from '#server/platform/database.ts'
import { orders, TO_SHIP } from './orders.table.ts'
import { sales_by_category, sales_by_day } from './sales.table.ts'

/** Whether an order counts as revenue: completed once, and not cancelled. */
export const countsAsRevenue = (order_id: SQLWrapper): SQL => sql`exists (
  select 1 from ${orders} where ${orders.id} = ${order_id}
    and ${orders.completed_at} is not null and ${orders.status} <> 'cancelled')`

/** Orders that count as revenue. */
export async function countPaidOrders(db: Db): Promise<number> {
  const [row] = await db.select({ paid: sum(sales_by_day.orders) }).from(sales_by_day)
  return Number(row?.paid ?? 0)
}

/** The day at the shop, by its time zone; without one, in UTC. */
export async function shopDay(db: Db, at: Date): Promise<string> {
  const { rows } = await db.execute<{ day: string }>(
    sql`select (${at.toISOString()}::timestamptz at time zone shop_time_zone())::date::text as day`,
  )
  return rows[0]?.day ?? at.toISOString().slice(0, 10)
}

export const countOrdersToShip = (db: Db) => db.$count(orders, sql.raw(TO_SHIP))

export type SalesOfDay = {
  day: string
  orders: number
  revenue_cents: number
  discount_cents: number
  shipping_cents: number
  tax_cents: number
  coupon_orders: number
  returning_orders: number
}

/** The taxes of orders that count as revenue, a row each, with the moment of payment: a subquery of the report. */
export const collectedTaxes = () => sql`
  select ${orders.completed_at} as at, line
  from ${orders}, jsonb_array_elements(${orders.tax_lines}) as line
  where ${orders.completed_at} is not null and ${orders.status} <> 'cancelled' and ${orders.tax} > 0`

/** One row for each day with sales. */
export const salesByDay = ({ from, to }: DayRange): SQL => sql`
  select day::text, sum(orders)::int as orders, sum(revenue_cents)::float8 as revenue_cents,
    sum(discount_cents)::float8 as discount_cents, sum(shipping_cents)::float8 as shipping_cents,
    sum(tax_cents)::float8 as tax_cents, sum(coupon_orders)::int as coupon_orders,
    sum(returning_orders)::int as returning_orders
  from ${sales_by_day} where day between ${from}::date and ${to}::date group by day`

export async function revenueOfAllTime(db: Db) {
  const [sums] = await db
    .select({
      revenue_cents: sql<number>`coalesce(sum(${sales_by_day.revenue_cents}), 0)::float8`,
      first_day: min(sales_by_day.day),
    })
    .from(sales_by_day)
  return { revenue_cents: sums?.revenue_cents ?? 0, first_day: sums?.first_day ?? null }
}

/** Orders placed in the range, by their status now. */
export const countOrdersByStatus = (db: Db, { from, to }: DayRange) =>
  db
    .select({ status: sql<OrderStatus>`${orders.status}`, orders: sql<number>`count(*)::int` })
    .from(orders)
    .where(
      sql`${orders.created_at} >= ${from}::date::timestamp at time zone shop_time_zone()
        and ${orders.created_at} < (${to}::date + 1)::timestamp at time zone shop_time_zone()`,
    )
    .groupBy(orders.status)

/** What each category sold in the range, as a subquery with category_id, units and revenue_cents. */
export const categorySales = (range: DayRange, today: string): SQL => sql`
  select s.category_id, s.units, s.revenue_cents from (${periodsIn(range, today)}) as p
  join ${sales_by_category} as s on s.period = p.period and s.starts_on = p.starts_on`

/**
 * The range as whole years, months and days, as a subquery with period and starts_on. Since nothing is sold after
 * `today`, a range that reaches it ends with its year. A list, so that the planner knows how many there are.
 */
export function periodsIn({ from, to }: DayRange, today: string): SQL {
  const periods = wholePeriods(from, to >= today ? `${to.slice(0, 4)}-12-31` : to)
  return sql`select * from unnest(
    ${sql.param(periods.map(({ period }) => period))}::text[],
    ${sql.param(periods.map(({ starts_on }) => starts_on))}::date[]
  ) as p (period, starts_on)`
}

type Period = { period: 'day' | 'month' | 'year'; starts_on: string }

/** Days as years, months and days, such as Jan 30 to Mar 2 as two days, February, and two days. */
export function wholePeriods(from: string, to: string): Period[] {
  const periods: Period[] = []
  for (let day = from; day <= to; ) {
    const period = (['year', 'month'] as const).find(
      (one) => startOf(one, day) === day && lastDayOf(one, day) <= to,
    )
    periods.push({ period: period ?? 'day', starts_on: day })
    day = dayAfter(period ? lastDayOf(period, day) : day)
  }
  return periods
}

const startOf = (period: 'year' | 'month', day: string) =>
  period === 'year' ? `${day.slice(0, 4)}-01-01` : `${day.slice(0, 7)}-01`

function lastDayOf(period: 'year' | 'month', day: string) {
  const [year = 0, month = 0] = day.split('-').map(Number)
  return isoDay(new Date(Date.UTC(year, period === 'year' ? 12 : month, 0)))
}

const isoDay = (date: Date) => date.toISOString().slice(0, 10)
const dayAfter = (day: string) => isoDay(new Date(Date.parse(day) + DAY_MS))
