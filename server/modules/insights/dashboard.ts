import { sql } from 'drizzle-orm'
import {
  type Dashboard,
  type DashboardQuery,
  type DayRange,
  type Sales,
  type SalesDay,
  SalesExportQuery,
} from '#contract/insights.ts'
import { fromCents } from '#contract/money.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { csvExport } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import {
  countLowStock,
  listLowStock,
  namesAndPictures,
  rankCategories,
  readInventory,
} from '../catalog/index.ts'
import {
  bestSellers,
  categorySales,
  countOrdersByStatus,
  revenueOfAllTime,
  type SalesOfDay,
  salesByDay,
  shopDay,
} from '../orders/index.ts'
import { refundsByDay } from '../payments/index.ts'
import { daysOf, rangeBefore, rangeOf } from './ranges.ts'

const LIMITS = { products: 5, categories: 6 }
const LOW_STOCK_SHOWN = 5

/** Everything on the dashboard, from sums that are maintained with each order (see sales.table.ts). */
export async function readDashboard(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  query: DashboardQuery,
): Promise<Dashboard> {
  const today = await shopDay(db, now())
  const allTime = await revenueOfAllTime(db)
  const range = rangeOf(query, today, allTime.first_day)
  const before = rangeBefore(query, range)
  // Two connections at most: the others are for shoppers.
  const [best, sums] = await Promise.all([readBest(db, range, today), readSums(db, range, before)])
  const { days, previousDays, statuses, inventory } = sums
  return {
    range,
    previous_range: before,
    total: inDollars(sum(days)),
    previous_total: before && inDollars(sum(previousDays)),
    days: days.map((day) => inDollars(day)),
    previous_days: previousDays.map((day) => inDollars(day)),
    orders_by_status: ORDER_STATUSES.map((status) => ({
      status,
      orders: statuses.find((one) => one.status === status)?.orders ?? 0,
    })),
    top_products: best.products.map(withRevenue),
    top_categories: best.categories.map(withRevenue),
    shop: {
      revenue: fromCents(allTime.revenue_cents),
      inventory_cost: fromCents(inventory.cost_cents),
      potential_profit: fromCents(inventory.profit_cents),
      products_without_cost: inventory.without_cost,
      low_stock: sums.low_stock,
      low_stock_products: sums.low_stock_products,
    },
  }
}

async function readBest(db: Db, range: DayRange, today: string) {
  const sold = await bestSellers(db, { range, today, limit: LIMITS.products })
  const known = await namesAndPictures(
    db,
    sold.map(({ product_id }) => product_id),
  )
  return {
    products: sold.flatMap(({ product_id, ...sums }) => {
      const product = known.find(({ id }) => id === product_id)
      return product ? [{ ...product, ...sums }] : []
    }),
    categories: await rankCategories(db, categorySales(range, today), LIMITS.categories),
  }
}

async function readSums(db: Db, range: DayRange, before: DayRange | null) {
  return {
    days: await readDays(db, range),
    previousDays: before ? await readDays(db, before) : [],
    statuses: await countOrdersByStatus(db, range),
    inventory: await readInventory(db),
    low_stock: await countLowStock(db),
    low_stock_products: await listLowStock(db, LOW_STOCK_SHOWN),
  }
}

/** Sums in cents. */
type Cents = {
  orders: number
  revenue_cents: number
  discount_cents: number
  shipping_cents: number
  tax_cents: number
  coupon_orders: number
  returning_orders: number
  refunded_cents: number
}

const NOTHING: Cents = {
  orders: 0,
  revenue_cents: 0,
  discount_cents: 0,
  shipping_cents: 0,
  tax_cents: 0,
  coupon_orders: 0,
  returning_orders: 0,
  refunded_cents: 0,
}

async function readDays(db: Db, range: DayRange) {
  const { rows: sales } = await db.execute<SalesOfDay>(salesByDay(range))
  const refunds = await db.select().from(refundsByDay(range))
  const salesOf = new Map(sales.map((one) => [one.day, one]))
  const refundsOf = new Map(refunds.map(({ day, cents }) => [day, cents]))
  return daysOf(range).map((day) => ({
    ...NOTHING,
    ...salesOf.get(day),
    refunded_cents: refundsOf.get(day) ?? 0,
    day,
  }))
}

function sum(days: Cents[]): Cents {
  const total = { ...NOTHING }
  for (const day of days) {
    for (const field of Object.keys(NOTHING) as (keyof Cents)[]) total[field] += day[field]
  }
  return total
}

function inDollars(cents: Cents & { day: string }): SalesDay
function inDollars(cents: Cents): Sales
function inDollars({
  revenue_cents,
  discount_cents,
  shipping_cents,
  tax_cents,
  refunded_cents,
  ...rest
}: Cents) {
  return {
    ...rest,
    revenue: fromCents(revenue_cents),
    discount: fromCents(discount_cents),
    shipping: fromCents(shipping_cents),
    tax: fromCents(tax_cents),
    refunded: fromCents(refunded_cents),
  }
}

const withRevenue = <Row extends { revenue_cents: number }>({ revenue_cents, ...row }: Row) => ({
  ...row,
  revenue: fromCents(revenue_cents),
})

/** The daily figures as a file, days without sales included. */
export const salesExport = csvExport({
  area: 'figures',
  query: SalesExportQuery,
  columns: [
    'day',
    'orders',
    'revenue',
    'refunded',
    'discount',
    'coupon_orders',
    'returning_orders',
    'shipping',
    'tax',
  ],
  rows: (range) => {
    const refunds = refundsByDay(range)
    return sql`
      select d.day::date::text as day, coalesce(s.orders, 0) as orders,
        (coalesce(s.revenue_cents, 0)::numeric / 100)::numeric(14, 2) as revenue,
        (coalesce(${refunds.cents}, 0)::numeric / 100)::numeric(14, 2) as refunded,
        (coalesce(s.discount_cents, 0)::numeric / 100)::numeric(14, 2) as discount,
        coalesce(s.coupon_orders, 0) as coupon_orders, coalesce(s.returning_orders, 0) as returning_orders,
        (coalesce(s.shipping_cents, 0)::numeric / 100)::numeric(14, 2) as shipping,
        (coalesce(s.tax_cents, 0)::numeric / 100)::numeric(14, 2) as tax
      from generate_series(${range.from}::date, ${range.to}::date, interval '1 day') as d (day)
      left join (${salesByDay(range)}) s on s.day = d.day::date::text
      left join ${refunds} on ${refunds.day} = d.day::date::text
      order by 1`
  },
})
