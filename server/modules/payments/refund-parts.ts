import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/pg-core'
import type { DayRange } from '#contract/insights.ts'
import { fromCents, toCents } from '#contract/money.ts'
import { partsLeft, type RefundParts, refundAmount, splitRefund } from '#contract/refund-parts.ts'
import { splitCents } from '#contract/split-cents.ts'
import type { TaxLine } from '#contract/totals.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { countsAsRevenue, readOrderStates } from '../orders/index.ts'
import { payments, refunds } from './payments.table.ts'

type Payment = typeof payments.$inferSelect
type Refund = typeof refunds.$inferSelect
type Order = Awaited<ReturnType<typeof readOrderStates>>[number]

const NO_PARTS = { shipping: 0, tax: 0, tax_lines: [] as TaxLine[] }

/** Null unless the payment is the one of an order with tax: only such refunds have parts. */
export function leftOfParts(payment: Payment, order: Order | undefined, given: readonly Refund[]) {
  if (!order || order.tax === 0 || payment.status !== 'settled') return null
  const left = fromCents(toCents(payment.amount) - toCents(payment.refunded))
  const counted = given.filter(({ status }) => status !== 'failed')
  return { ...partsLeft(order, counted, left), tax_included: order.tax_included }
}

type Wanted = { amount: number; parts?: RefundParts | undefined }

/**
 * How a refund divides: as the owner chose, else in proportion to what is left. `payment` is as it was before the
 * refund; it is locked, so nobody gives back the same part twice.
 */
export async function divideRefund(tx: Db, payment: Payment, { amount, parts }: Wanted) {
  const known = await readGiven(tx, payment)
  const left = leftOfParts(payment, known.order, known.given)
  if (!left || !known.order) {
    if (parts) throw errors.PARTS_DO_NOT_ADD_UP()
    return NO_PARTS
  }
  const { tax_included, ...most } = left
  if (parts) refuseParts(parts, most, amount, tax_included)
  const { shipping, tax } = parts ?? splitRefund(most, amount, tax_included)
  return { shipping, tax, tax_lines: taxLinesOf(known.order, known.given, tax) }
}

/** The parts of a refund that is tried again: its own, unless others have given them back meanwhile. */
export async function divideAgain(tx: Db, payment: Payment, refund: Refund) {
  const { order, given } = await readGiven(tx, payment)
  const left = leftOfParts(payment, order, given)
  if (!left || isWithin(partsOf(refund, left.tax_included), left)) return {}
  return divideRefund(tx, payment, { amount: refund.amount })
}

const isWithin = (parts: RefundParts, most: RefundParts) =>
  (['goods', 'shipping', 'tax'] as const).every((part) => parts[part] <= most[part])

/** Goods are what shipping and added tax leave of the amount. */
function partsOf({ amount, shipping, tax }: Refund, tax_included: boolean): RefundParts {
  const others = toCents(shipping) + (tax_included ? 0 : toCents(tax))
  return { goods: fromCents(toCents(amount) - others), shipping, tax }
}

async function readGiven(tx: Db, { order_id, payment_id }: Payment) {
  const [order] = order_id ? await readOrderStates(tx, [order_id]) : []
  const ofPayment = and(eq(refunds.payment_id, payment_id), ne(refunds.status, 'failed'))
  return { order, given: await tx.select().from(refunds).where(ofPayment) }
}

function refuseParts(parts: RefundParts, most: RefundParts, amount: number, included: boolean) {
  const isSum = toCents(refundAmount(parts, included)) === toCents(amount)
  if (!isSum || parts.tax > amount) throw errors.PARTS_DO_NOT_ADD_UP()
  if (!isWithin(parts, most)) throw errors.MORE_THAN_PART({ data: most })
}

/** The taxes of the order in proportion to what is left of each. */
function taxLinesOf({ tax_lines }: Order, given: readonly Refund[], tax: number): TaxLine[] {
  const left = tax_lines.map((line) => toCents(line.amount) - givenOf(line, given))
  const shares = splitCents(left, toCents(tax))
  return tax_lines.flatMap((line, n) => {
    const cents = shares[n] ?? 0
    return cents > 0 ? [{ ...line, amount: fromCents(cents) }] : []
  })
}

const givenOf = ({ place, name }: TaxLine, given: readonly Refund[]) =>
  given
    .flatMap(({ tax_lines }) => tax_lines)
    .filter((line) => line.place === place && line.name === name)
    .reduce((sum, { amount }) => sum + toCents(amount), 0)

/** Newest first. */
export const refundsOf = (db: Db, payment_ids: string[]) =>
  db
    .select()
    .from(refunds)
    .where(inArray(refunds.payment_id, payment_ids))
    .orderBy(desc(refunds.created_at), desc(refunds.id))

export const refundsById = (db: Db, ids: string[]) =>
  db
    .select({ id: refunds.id, amount: refunds.amount, status: refunds.status })
    .from(refunds)
    .where(inArray(refunds.id, ids))

/** The taxes that were given back, a row each, with the moment: a subquery of the report. */
export const refundedTaxes = () => sql`
  select ${refunds.created_at} as at, line from ${refunds}
  join ${payments} using (payment_id), jsonb_array_elements(${refunds.tax_lines}) as line
  where ${refunds.tax} > 0 and ${refunds.status} <> 'failed' and ${countsAsRevenue(payments.order_id)}`

/** What was given back of orders that count as revenue, by day of the shop: a subquery. */
export const refundsByDay = ({ from, to }: DayRange) =>
  new QueryBuilder()
    .select({
      day: sql<string>`(${refunds.created_at} at time zone shop_time_zone())::date::text`.as(
        'refund_day',
      ),
      cents: sql<number>`sum((${refunds.amount} * 100)::bigint)::float8`.as('refund_cents'),
    })
    .from(refunds)
    .innerJoin(payments, eq(payments.payment_id, refunds.payment_id))
    .where(
      and(
        ne(refunds.status, 'failed'),
        eq(payments.status, 'settled'),
        countsAsRevenue(payments.order_id),
        sql`${refunds.created_at} >= ${from}::date::timestamp at time zone shop_time_zone()`,
        sql`${refunds.created_at} < (${to}::date + 1)::timestamp at time zone shop_time_zone()`,
      ),
    )
    .groupBy(sql`1`)
    .as('refunds_by_day')
