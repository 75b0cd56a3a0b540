import { createHash, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, ne } from 'drizzle-orm'
import { toCents } from '#contract/money.ts'
import { STATUS_WHEN_PAID } from '#contract/order-status.ts'
import type { Order, OrderLine } from '#contract/orders.ts'
import { isByHand } from '#contract/payment-methods.ts'
import type { OrderTotals } from '#contract/totals.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { recordConsent } from '../consent/index.ts'
import { assertPayable } from '../payments/reads.ts'
import {
  type Buyer,
  deskHoldEnd,
  HOLD_LIMITS,
  isHoldAllowed,
  lockBuyer,
  takeHold,
} from './holds.ts'
import { holdEndOf, isLongHoldAllowed, LONG_HOLDS } from './long-holds.ts'
import { completeOrder, recordPlaced } from './order-states.ts'
import { orders } from './orders.table.ts'
import { queueOrderReceived } from './queue-mails.ts'
import { isPickedUp, mergeLines, type PricedLine, priceLines, quoteLines } from './quote.ts'
import { forgetCart } from './saved-carts.ts'
import { type Desk, type OrderInput, storeOrder } from './store-order.ts'
import { inDollars } from './totals.ts'

type PlacedOrder = Pick<Order, 'id' | 'status' | 'holds_stock'> &
  OrderTotals & {
    /** An earlier request has placed it. */
    isRepeated?: boolean
  }

/**
 * One transaction: priced from the database, compared with the total the shopper saw, stored and held.
 * Coupon and stock come last, so that the rows that all orders compete for are locked as briefly as possible.
 */
export function placeOrder(
  context: Pick<AppContext, 'config' | 'db' | 'jobs' | 'log' | 'now'>,
  buyer: Buyer,
  input: OrderInput,
  desk?: Desk,
): Promise<PlacedOrder> {
  const at = context.now()
  const lines = mergeLines(input.lines)
  const request_hash = hashRequest(buyer, input, lines, desk)
  const idempotency_key = input.idempotency_key ?? randomUUID()
  return context.db.transaction(async (tx) => {
    const isLong = isByHand(input.payment_method ?? 'card')
    await lockBuyer(tx, buyer, idempotency_key, ...(isLong ? [LONG_HOLDS] : []))
    const earlier = input.idempotency_key
      ? await findEarlier(tx, idempotency_key, request_hash)
      : await findRepeated(tx, buyer, request_hash, at)
    if (earlier) return { ...earlier, isRepeated: true }

    const priced = await priceLines(tx, lines)
    const { coupon, totals, chosen } = await quoteSeen({ db: tx, now: () => at }, priced, {
      ...input,
      ...desk,
    })
    const isFree = totals.total === 0
    const payment_method = isFree ? 'card' : (input.payment_method ?? 'card')
    const payable = { payment_method, total: totals.total, is_picked_up: isPickedUp({ chosen }) }
    const isPaidAlready = isFree || desk?.isPaidInCash
    const are_cards_taken = isPaidAlready || (await assertPayable({ ...context, db: tx }, payable))
    const holds_stock = isByHand(payment_method)
      ? await isLongHoldAllowed(tx, buyer, priced, { at, are_cards_taken })
      : isFree || desk !== undefined || (await isHoldAllowed(tx, buyer, priced, at))
    if (!holds_stock && isByHand(payment_method)) throw errors.PAYMENT_METHOD_NEEDS_HOLD()
    if (!holds_stock && coupon?.max_uses != null) throw errors.COUPON_NEEDS_HOLD()

    const hold_until = desk
      ? deskHoldEnd(at)
      : await holdEndOf(tx, { payment_method }, at, HOLD_LIMITS.minutes)
    const request = { buyer, input, desk, idempotency_key, request_hash }
    const order = { ...request, totals, chosen, holds_stock, payment_method, hold_until, at }
    const id = await storeOrder(tx, order, priced)
    await recordPlaced(tx, id, at, desk && byColleague(desk.by, 'Entered in the back office'))
    if (holds_stock) await takeHold(tx, { id, coupon_code: coupon?.code ?? null }, lines, at)
    await storeConsent(tx, input, at)
    if (buyer.user_id && !desk) await forgetCart(tx, buyer.user_id)
    if (isByHand(payment_method)) await queueOrderReceived(context.jobs, tx, { id, hold_until, at })
    if (isFree) {
      const reason = 'Nothing to pay'
      const by = desk ? byColleague(desk.by, reason) : { actor: 'customer' as const, reason }
      await completeOrder(context, tx, { id, status: 'pending' }, { payment_id: null, at, by })
    }
    return { id, status: isFree ? STATUS_WHEN_PAID : 'pending', ...inDollars(totals), holds_stock }
  })
}

const byColleague = ({ id }: ChangedBy, reason: string) => ({
  actor: 'admin' as const,
  actor_id: id,
  reason,
})

type Seen = Omit<OrderInput, 'lines' | 'idempotency_key'> & Omit<Desk, 'by' | 'isPaidInCash'>

/** Refuses what cannot be delivered or taxed, and a total that is not the one that was shown. */
export async function quoteSeen(
  context: Pick<AppContext, 'db' | 'now'>,
  priced: PricedLine[],
  { total, sold_at, ...seen }: Seen,
) {
  const { coupon, totals, shipping, tax } = await quoteLines(context, priced, {
    coupon_code: seen.coupon_code,
    destination: seen.in_person ? sold_at : seen.shipping_address,
    shipping_method_id: seen.shipping_method_id,
    extra_discount: seen.extra_discount,
    in_person: seen.in_person,
  })
  if (shipping.missing === 'destination') throw errors.ADDRESS_NEEDED()
  if (shipping.missing === 'not-served') throw errors.PLACE_NOT_SERVED()
  if (tax && !tax.is_known) throw errors.TAX_NEEDS_ADDRESS()
  const { chosen } = shipping
  if (seen.shipping_method_id && chosen?.id !== seen.shipping_method_id) {
    throw errors.METHOD_NOT_OFFERED()
  }
  if (toCents(total) !== totals.total) throw errors.TOTAL_CHANGED({ data: inDollars(totals) })
  return { coupon, totals, chosen }
}

/** The same request has the same hash, in whatever order its lines come. */
function hashRequest({ user_id }: Buyer, input: OrderInput, lines: OrderLine[], desk?: Desk) {
  const { coupon_code, shipping_address: to, total } = input
  const address = to && [
    to.fullName,
    to.email,
    to.address,
    to.city,
    to.state,
    to.zipCode,
    to.country,
  ]
  const parts = [
    user_id,
    lines.map((line) => [line.product_id, line.quantity]),
    coupon_code,
    address,
    total,
    ...(input.shipping_method_id ? [input.shipping_method_id] : []),
    ...(isByHand(input.payment_method ?? 'card') ? [`paid by ${input.payment_method}`] : []),
    ...(desk ? [{ ...desk, by: desk.by.id }] : []),
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** What a repeated request is answered with. */
const EARLIER = {
  id: orders.id,
  status: orders.status,
  holds_stock: orders.holds_stock,
  subtotal: orders.subtotal,
  discount: orders.discount,
  shipping: orders.shipping,
  tax: orders.tax,
  tax_included: orders.tax_included,
  total: orders.total,
  request_hash: orders.request_hash,
}

/** The order that this key has already placed; refuses when it was another one. */
async function findEarlier(tx: Db, idempotency_key: string, request_hash: string) {
  const [earlier] = await tx
    .select(EARLIER)
    .from(orders)
    .where(eq(orders.idempotency_key, idempotency_key))
    .prepare('find_earlier')
    .execute()
  if (earlier && earlier.request_hash !== request_hash) throw errors.KEY_REUSED()
  return earlier
}

const REPEATED_WITHIN_MS = 60_000

/**
 * Without a key, the same request of the same buyer within a minute is the same order. A network address is not
 * enough: two shoppers behind one may buy the same at the same time.
 */
async function findRepeated(
  tx: Db,
  { user_id, visitor_id }: Buyer,
  request_hash: string,
  at: Date,
) {
  const since = new Date(at.getTime() - REPEATED_WITHIN_MS).toISOString()
  const isBuyers = user_id ? eq(orders.user_id, user_id) : eq(orders.visitor_id, visitor_id ?? '')
  const [repeated] = await tx
    .select(EARLIER)
    .from(orders)
    .where(
      and(
        isBuyers,
        eq(orders.request_hash, request_hash),
        gt(orders.created_at, since),
        ne(orders.status, 'cancelled'),
      ),
    )
    .orderBy(desc(orders.created_at))
    .limit(1)
  return repeated
}

async function storeConsent(tx: Db, { marketing_consent, shipping_address }: OrderInput, at: Date) {
  if (!marketing_consent || !shipping_address) return
  await recordConsent(tx, { email: shipping_address.email, consent: true, source: 'checkout', at })
}
