import { ORPCError } from '@orpc/server'
import { sql } from 'drizzle-orm'
import { Link } from '#contract/fields.ts'
import { isUuid } from '#contract/ids.ts'
import { MOST_SHIPMENTS, type ShipmentRow, type ShipmentsResult } from '#contract/packing.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { type CsvRow, readCsv } from '#server/platform/read-csv.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { changeOrderStatus } from './order-states.ts'
import { orders, TO_SHIP } from './orders.table.ts'

type Context = Pick<AppContext, 'db' | 'jobs' | 'now'>

/**
 * Rows with a problem are left out and named; the others ship one after the other, each in its own transaction. The
 * same file can be sent again after a correction: what it has shipped is found as done.
 */
export async function shipFromCsv(
  context: Context,
  { csv, dry_run }: { csv: string; dry_run: boolean },
  by: ChangedBy,
): Promise<ShipmentsResult> {
  // Files of carriers have many columns; those that are not needed are not looked at.
  const options = { columns: (names: readonly string[]) => names, mostRows: MOST_SHIPMENTS }
  const { rows, problems } = await readCsv(csv, { ...options, rowsAre: 'orders' })
  const [first] = rows
  if (first && !hasColumns(first)) {
    problems.push({ line: 1, reason: 'The first line needs "order" and "tracking number"' })
    return { applied: false, problems, rows: [] }
  }
  const judged = await judge(context.db, rows.map(readRow))
  if (dry_run) return { applied: false, problems, rows: judged.map(shown) }
  const shipped: Judged[] = []
  for (const row of judged) shipped.push(await ship(context, row, by))
  return { applied: rows.length > 0, problems, rows: shipped.map(shown) }
}

const COLUMNS = {
  // The export of the list has both: the id is never ambiguous.
  order: ['order', 'id', 'number', 'order number', 'order id', 'reference'],
  tracking_number: ['tracking number', 'tracking', 'tracking code'],
  tracking_link: ['tracking link', 'tracking url', 'link'],
}

function cellOf({ cells }: CsvRow, column: keyof typeof COLUMNS) {
  const named = Object.entries(cells).map(([name, cell]) => [name.replaceAll('_', ' '), cell])
  const known = new Map(named as [string, string][])
  const name = COLUMNS[column].find((one) => known.has(one))
  return name === undefined ? undefined : known.get(name)
}

const hasColumns = (row: CsvRow) =>
  cellOf(row, 'order') !== undefined && cellOf(row, 'tracking_number') !== undefined

type ReadRow = Pick<ShipmentRow, 'line' | 'order' | 'tracking_number' | 'tracking_link'>

const readRow = (row: CsvRow): ReadRow => ({
  line: row.line,
  order: (cellOf(row, 'order') ?? '').replace(/^#/, '').toLowerCase(),
  tracking_number: cellOf(row, 'tracking_number') ?? '',
  tracking_link: cellOf(row, 'tracking_link') || null,
})

const LONGEST_NUMBER = 100

function problemOf({ order, tracking_number, tracking_link }: ReadRow) {
  if (order === '') return 'The order is missing'
  if (tracking_number === '') return 'The tracking number is missing'
  if (tracking_number.length > LONGEST_NUMBER) return 'The tracking number is too long'
  const isLink = tracking_link === null || /^https?:/i.test(tracking_link)
  if (isLink && Link.nullable().safeParse(tracking_link).success) return null
  return 'The tracking link must start with https://'
}

type Judged = ShipmentRow & { status?: Found['status'] }

async function judge(db: Db, rows: ReadRow[]): Promise<Judged[]> {
  const found = await findOrders(db, [...new Set(rows.map(({ order }) => order))])
  const lineOf = new Map<string, number>()
  return rows.map((row) => {
    const matches = found.filter(({ id }) => id.startsWith(row.order) && row.order !== '')
    const match = matches.length === 1 ? matches[0] : undefined
    const earlier = match && lineOf.get(match.id)
    if (match && !earlier) lineOf.set(match.id, row.line)
    const problem =
      problemOf(row) ??
      (match ? refusalOf(match, row) : unknown(matches.length)) ??
      (earlier ? `The same order as in line ${earlier}` : null)
    const isDone = match && !problem && match.tracking_number === row.tracking_number
    const outcome = problem ? 'problem' : isDone && match.shipped_at ? 'done' : 'ship'
    const { id = null, customer = null, status } = match ?? {}
    return { ...row, id, customer, outcome, problem, ...(status && { status }) }
  })
}

const unknown = (matches: number) =>
  matches > 1
    ? 'Several orders have this number: use the id, as in the export of the list'
    : 'No order has this number. Spreadsheets change some numbers: use the id instead'

/** Why an order that was found is not shipped. */
function refusalOf(order: Found, { tracking_number }: ReadRow) {
  const { status, completed_at, shipped_at, in_person } = order
  if (status === 'cancelled') return 'This order is cancelled'
  if (!completed_at) return 'This order is not paid'
  if (in_person) return 'This order is handed over in person'
  if (order.address_missing) return 'The address of this order is missing'
  if (!shipped_at) return order.to_ship ? null : 'This order is not to be shipped'
  if (order.tracking_number === tracking_number) return null
  if (status !== 'shipped') return 'This order was shipped before'
  const { tracking_number: other } = order
  return other ? `Already shipped with the number ${other}` : null
}

type Found = Awaited<ReturnType<typeof findOrders>>[number]

/** By their ids or by the first eight letters of them, as people call an order. */
function findOrders(db: Db, names: string[]) {
  const numbers = names.filter((name) => /^[0-9a-f]{8}$/.test(name))
  const ids = names.filter(isUuid)
  const from = [...ids, ...numbers.map((number) => `${number}-0000-0000-0000-000000000000`)]
  const until = [...ids, ...numbers.map((number) => `${number}-ffff-ffff-ffff-ffffffffffff`)]
  return db
    .selectDistinct({
      id: orders.id,
      customer: orders.customer_name,
      status: orders.status,
      completed_at: orders.completed_at,
      shipped_at: orders.shipped_at,
      in_person: orders.in_person,
      tracking_number: orders.tracking_number,
      address_missing: sql<boolean>`${orders.shipping_address} is null`,
      to_ship: sql<boolean>`${sql.raw(TO_SHIP)}`,
    })
    .from(orders)
    .innerJoin(
      sql`unnest(${sql.param(from)}::uuid[], ${sql.param(until)}::uuid[]) as wanted (first, last)`,
      sql`${orders.id} between wanted.first and wanted.last`,
    )
}

async function ship(context: Context, row: Judged, by: ChangedBy): Promise<Judged> {
  const { id, status, tracking_number, tracking_link } = row
  if (row.outcome !== 'ship' || !id || !status) return row
  try {
    const tracking = { tracking_number, tracking_link }
    await changeOrderStatus(context, { id, status: 'shipped', seen: status, ...tracking }, by)
    return row
  } catch (error) {
    if (!(error instanceof ORPCError)) throw error
    return { ...row, outcome: 'problem', problem: error.message }
  }
}

const shown = ({ status, ...row }: Judged): ShipmentRow => row
