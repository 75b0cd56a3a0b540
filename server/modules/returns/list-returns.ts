import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { isReturnOpen, RETURN_STATUSES } from '#contract/return-status.ts'
import { ReturnQuery, type ReturnRow } from '#contract/returns.ts'
import { csvExport } from '#server/platform/csv.ts'
import type { Db } from '#server/platform/database.ts'
import { orderBy, paged } from '#server/platform/paged.ts'
import { ordersOfBuyer, readCustomers } from '../orders/index.ts'
import { readOrders } from '../orders/reads.ts'
import { linesOf, withItems } from './read-returns.ts'
import { return_items, returns } from './returns.table.ts'

const OPEN = RETURN_STATUSES.filter(isReturnOpen)

const matching = ({ q, status, order_id }: ReturnQuery): SQL | undefined =>
  and(
    status === 'open' ? inArray(returns.status, OPEN) : undefined,
    status && status !== 'open' ? eq(returns.status, status) : undefined,
    order_id ? eq(returns.order_id, order_id) : undefined,
    q ? sql`${returns.order_id} in (${ordersOfBuyer(q)})` : undefined,
  )

const ordering = ({ sort }: ReturnQuery) =>
  orderBy(sort ?? '-created_at', { created_at: returns.created_at }, returns.id)

export const listReturns = (db: Db, query: ReturnQuery) => {
  const where = matching(query)
  return paged(query, {
    count: () => db.$count(returns, where),
    rows: async ({ offset, limit }) => {
      const rows = await db
        .select()
        .from(returns)
        .where(where)
        .orderBy(...ordering(query))
        .offset(offset)
        .limit(limit)
      return describeRows(db, rows)
    },
  })
}

type Stored = typeof returns.$inferSelect

async function describeRows(db: Db, rows: Stored[]): Promise<ReturnRow[]> {
  const order_ids = rows.map(({ order_id }) => order_id)
  const [orders, customers, lines] = await Promise.all([
    readOrders(db, order_ids),
    readCustomers(db, order_ids),
    linesOf(
      db,
      rows.map(({ id }) => id),
    ),
  ])
  return rows.flatMap((row) => {
    const order = orders.find(({ id }) => id === row.order_id)
    const customer = customers.find(({ id }) => id === row.order_id)
    if (!order || !customer) return []
    const items = withItems(
      order,
      lines.filter(({ return_id }) => return_id === row.id),
    )
    const { customer_name, customer_email } = customer
    return [{ ...row, customer_name, customer_email, items }]
  })
}

/** The list as it is filtered and sorted. */
export const returnsExport = csvExport({
  area: 'orders',
  query: ReturnQuery,
  columns: [
    'order_number',
    'id',
    'order_id',
    'created_at',
    'status',
    'units',
    'arrived',
    'restocked',
    'reason',
    'answer',
    'arrival_note',
    'decided_at',
    'arrived_at',
    'closed_at',
  ],
  rows: (query) => sql`
    select left(order_id::text, 8) as order_number, id, order_id, created_at, status,
      (select sum(quantity)::int from ${return_items} where return_id = ${returns.id}) as units,
      (select sum(arrived)::int from ${return_items} where return_id = ${returns.id}) as arrived,
      (select sum(restocked)::int from ${return_items} where return_id = ${returns.id}) as restocked,
      reason, answer, arrival_note, decided_at, arrived_at, closed_at
    from ${returns} where ${matching(query) ?? sql`true`} order by ${sql.join(ordering(query), sql`, `)}`,
})
