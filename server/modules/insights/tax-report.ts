import { sql } from 'drizzle-orm'
import { TaxReportQuery, type TaxReportRow } from '#contract/tax.ts'
import { csvExport } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { paged } from '#server/platform/paged.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { collectedTaxes, shopDay } from '../orders/index.ts'
import { refundedTaxes } from '../payments/index.ts'

/**
 * What was collected and given back, by month of the shop and by tax. A refund counts in its own month. Orders and
 * refunds without tax are not read: their indexes leave them out.
 */
const monthly = ({ year }: { year?: number | undefined }) => sql`
  select to_char(at at time zone shop_time_zone(), 'YYYY-MM') as month,
    line->>'place' as place, line->>'name' as name, (line->>'rate')::float8 as rate,
    sum(collected)::float8 as collected, sum(refunded)::float8 as refunded,
    sum(collected - refunded)::float8 as net
  from (
    select at, line, (line->>'amount')::numeric as collected, 0::numeric as refunded
    from (${collectedTaxes()}) as collected_taxes where ${within(year)}
    union all
    select at, line, 0::numeric, (line->>'amount')::numeric
    from (${refundedTaxes()}) as refunded_taxes where ${within(year)}
  ) as moved
  group by 1, 2, 3, 4`

const within = (year: number | undefined) =>
  year === undefined
    ? sql`at >= date_trunc('year', now() at time zone shop_time_zone()) at time zone shop_time_zone()`
    : sql`at >= make_timestamp(${year}::int, 1, 1, 0, 0, 0) at time zone shop_time_zone()
        and at < make_timestamp(${year}::int + 1, 1, 1, 0, 0, 0) at time zone shop_time_zone()`

const ordering = ({ sort }: TaxReportQuery) =>
  sort === 'month' ? sql`month, place, name, rate` : sql`month desc, place, name, rate`

/** Without a year, the current one at the shop. */
export async function readTaxReport(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  query: TaxReportQuery,
) {
  const year = query.year ?? Number((await shopDay(db, now())).slice(0, 4))
  const totals = await readTotals(db, year)
  const page = await paged(query, {
    count: async () => totals.rows,
    rows: async ({ offset, limit }) => {
      const { rows } = await db.execute<Omit<TaxReportRow, 'id'>>(sql`
        select * from (${monthly({ year })}) as report
        order by ${ordering(query)} offset ${offset} limit ${limit}`)
      return rows.map((row) => ({
        ...row,
        id: `${row.month} ${row.place} ${row.name} ${row.rate}`,
      }))
    },
  })
  const { rows: _, ...sums } = totals
  return { ...page, totals: sums }
}

async function readTotals(db: Db, year: number) {
  const { rows } = await db.execute<Sums & { rows: number }>(sql`
    select count(*)::int as rows, coalesce(sum(collected::numeric), 0)::float8 as collected,
      coalesce(sum(refunded::numeric), 0)::float8 as refunded, coalesce(sum(net::numeric), 0)::float8 as net
    from (${monthly({ year })}) as report`)
  return rows[0] ?? { rows: 0, collected: 0, refunded: 0, net: 0 }
}

type Sums = { collected: number; refunded: number; net: number }

/** As the list: without a year, the current one. */
export const taxReportExport = csvExport({
  area: 'figures',
  query: TaxReportQuery,
  columns: ['month', 'place', 'name', 'rate', 'collected', 'refunded', 'net'],
  rows: (query) => sql`select * from (${monthly(query)}) as report order by ${ordering(query)}`,
})
