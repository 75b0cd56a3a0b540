import { createHash } from 'node:crypto'
import { and, count, eq, isNull, or } from 'drizzle-orm'
import type { OrderLine, PlaceOrder, ShippingAddress } from '#contract/orders.ts'
import type { Db } from '#server/platform/database.ts'
import { type ConsentRequest, MARKETING_CONSENT } from '#server/platform/outgoing-mail.ts'
import { Refusal } from '#server/platform/refusal.ts'
import type { Platform } from '#server/platform/rpc.ts'
import { fromCents, toCents } from './cents.ts'
import { completeOrder } from './complete-order.ts'
import { findCoupon } from './coupon-uses.ts'
import {
  type Buyer,
  HOLD_MINUTES,
  MOST_OPEN_HOLDS,
  queueBehindOwnOrders,
  takeHold,
} from './hold.ts'
import { order_items, orders } from './orders.table.ts'
import { mergeLines, priceLines } from './price-lines.ts'
import { type Quote, quote } from './quote.ts'

/** An express order has no address yet. */
export type OrderWish = Omit<PlaceOrder, 'shipping_address'> & {
  shipping_address: ShippingAddress | null
}

/**
 * One transaction: priced from the database, compared with what the shopper saw, held, written down.
 * The coupon and the stock come last, so that the rows which everybody wants are locked as briefly as possible.
 */
export function placeOrder(
  platform: Pick<Platform, 'db' | 'jobs' | 'now'>,
  buyer: Buyer,
  wish: OrderWish,
) {
  const at = platform.now()
  const lines = mergeLines(wish.lines)
  const request_hash = hashRequest(buyer, wish, lines)
  return platform.db.transaction(async (tx) => {
    await queueBehindOwnOrders(tx, buyer)
    const earlier = await findByKey(tx, wish.idempotency_key)
    if (earlier) return sameOrder(earlier, request_hash)
    await refuseHoarding(tx, buyer)

    const priced = await priceLines(tx, lines)
    const coupon = wish.coupon_code ? await findCoupon(tx, wish.coupon_code, at) : null
    const sums = quote(priced, coupon)
    refuseOtherTotal(sums, wish.total)

    const order = await insertOrder(tx, { buyer, wish, sums, request_hash, at })
    if (!order) return sameOrder(await findByKey(tx, wish.idempotency_key), request_hash)
    await tx.insert(order_items).values(priced.map((line) => ({ order_id: order.id, ...line })))
    await takeHold(tx, order, lines, at)

    await keepConsent(platform, tx, wish, at)
    if (sums.total > 0) return order
    await completeOrder(platform, tx, { id: order.id, payment_id: null, at })
    return { ...order, status: 'completed' as const }
  })
}

const placedColumns = {
  id: orders.id,
  status: orders.status,
  subtotal: orders.subtotal,
  discount: orders.discount,
  total: orders.total,
  coupon_code: orders.coupon_code,
  request_hash: orders.request_hash,
}

async function findByKey(tx: Db, key: string) {
  const [order] = await tx.select(placedColumns).from(orders).where(eq(orders.idempotency_key, key))
  return order
}

type Placed = NonNullable<Awaited<ReturnType<typeof findByKey>>>

function sameOrder(order: Placed | undefined, request_hash: string) {
  if (order?.request_hash === request_hash) return order
  throw new Refusal(
    'KEY_REUSED',
    'This order was already placed with other contents. Please reload the page.',
  )
}

async function refuseHoarding(tx: Db, { visitor, user_id }: Buyer) {
  const own = or(eq(orders.visitor, visitor), user_id ? eq(orders.user_id, user_id) : undefined)
  const [open] = await tx
    .select({ holds: count() })
    .from(orders)
    .where(and(eq(orders.status, 'pending'), isNull(orders.completed_at), own))
  if ((open?.holds ?? 0) < MOST_OPEN_HOLDS) return
  throw new Refusal(
    'TOO_MANY_OPEN_ORDERS',
    'You have several unpaid orders. Please pay or wait for one of them to expire.',
  )
}

function refuseOtherTotal({ subtotal, discount, total }: Quote, shown: number) {
  if (toCents(shown) === total) return
  throw new Refusal(
    'TOTAL_CHANGED',
    'Prices have changed since you filled your cart. Please check your order again.',
    { subtotal: fromCents(subtotal), discount: fromCents(discount), total: fromCents(total) },
  )
}

type NewOrder = { buyer: Buyer; wish: OrderWish; sums: Quote; request_hash: string; at: Date }

/** Nothing comes back when somebody else used the same key a moment ago. */
async function insertOrder(tx: Db, { buyer, wish, sums, request_hash, at }: NewOrder) {
  const [order] = await tx
    .insert(orders)
    .values({
      user_id: buyer.user_id,
      guest_email: buyer.user_id ? null : (wish.shipping_address?.email ?? null),
      subtotal: fromCents(sums.subtotal),
      discount: fromCents(sums.discount),
      total: fromCents(sums.total),
      coupon_code: wish.coupon_code ?? null,
      shipping_address: wish.shipping_address,
      hold_until: new Date(at.getTime() + HOLD_MINUTES * 60_000).toISOString(),
      idempotency_key: wish.idempotency_key,
      request_hash,
      visitor: buyer.visitor,
      created_at: at.toISOString(),
    })
    .onConflictDoNothing({ target: orders.idempotency_key })
    .returning(placedColumns)
  return order
}

async function keepConsent({ jobs }: Pick<Platform, 'jobs'>, tx: Db, wish: OrderWish, at: Date) {
  if (!wish.marketing_consent || !wish.shipping_address) return
  const told: ConsentRequest = {
    email: wish.shipping_address.email,
    consent: true,
    source: 'checkout',
    given_at: at.toISOString(),
  }
  await jobs.enqueue(tx, MARKETING_CONSENT, told)
}

/** The same request always has the same hash, in whatever order its lines come. */
function hashRequest({ user_id }: Buyer, wish: OrderWish, lines: OrderLine[]) {
  const { coupon_code, shipping_address: to, total } = wish
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
  ]
  return createHash('sha256')
    .update(JSON.stringify([...parts, total]))
    .digest('base64url')
}
