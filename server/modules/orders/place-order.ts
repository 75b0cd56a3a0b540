import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Order, OrderLine, PlaceOrder, ShippingAddress } from '#contract/orders.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { type ConsentRequest, MARKETING_CONSENT } from '#server/platform/outgoing-mail.ts'
import type { AppContext } from '#server/platform/rpc.ts'
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
import { orders } from './orders.table.ts'
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
  context: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  buyer: Buyer,
  wish: OrderWish,
): Promise<Placed> {
  const at = context.now()
  const lines = mergeLines(wish.lines)
  const request_hash = hashRequest(buyer, wish, lines)
  return context.db.transaction(async (tx) => {
    await queueBehindOwnOrders(tx, buyer, wish.idempotency_key)
    const { earlier_id, open_holds } = await lookBack(tx, buyer, wish.idempotency_key)
    if (earlier_id) return sameOrder(tx, earlier_id, request_hash)
    if (open_holds >= MOST_OPEN_HOLDS) throw tooManyOpenOrders()

    const priced = await priceLines(tx, lines)
    const coupon = wish.coupon_code ? await findCoupon(tx, wish.coupon_code, at) : null
    const sums = quote(priced, coupon)
    refuseOtherTotal(sums, wish.total)

    const id = await storeOrder(tx, { buyer, wish, sums, request_hash, at }, priced)
    await takeHold(tx, { id, coupon_code: coupon?.code ?? null }, lines, at)
    await keepConsent(context, tx, wish, at)
    if (sums.total === 0) await completeOrder(context, tx, { id, payment_id: null, at })
    return { id, status: sums.total > 0 ? 'pending' : 'completed', ...inDollars(sums) }
  })
}

/** Was this very request answered before, and how many orders of this buyer wait for their payment? */
async function lookBack(tx: Db, { visitor, user_id }: Buyer, key: string) {
  const { rows } = await tx.execute<{ earlier_id: string | null; open_holds: number }>(sql`
    select
      (select id from orders where idempotency_key = ${key}) as earlier_id,
      (select count(*)::int from orders
        where status = 'pending' and completed_at is null
          and (visitor = ${visitor} or user_id = ${user_id})) as open_holds`)
  return rows[0] ?? { earlier_id: null, open_holds: 0 }
}

type Placed = Pick<Order, 'id' | 'status' | 'subtotal' | 'discount' | 'total'>

async function sameOrder(tx: Db, id: string, request_hash: string): Promise<Placed> {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id))
  if (order?.request_hash === request_hash) return order
  throw errors.KEY_REUSED()
}

const tooManyOpenOrders = () => errors.TOO_MANY_OPEN_ORDERS()

const inDollars = ({ subtotal, discount, total }: Quote) => ({
  subtotal: fromCents(subtotal),
  discount: fromCents(discount),
  total: fromCents(total),
})

function refuseOtherTotal(sums: Quote, shown: number) {
  if (toCents(shown) === sums.total) return
  throw errors.TOTAL_CHANGED({ data: inDollars(sums) })
}

type NewOrder = { buyer: Buyer; wish: OrderWish; sums: Quote; request_hash: string; at: Date }

/** Order and lines in one statement. */
async function storeOrder(tx: Db, order: NewOrder, lines: (OrderLine & { price: number })[]) {
  const { buyer, wish, sums, request_hash, at } = order
  const { subtotal, discount, total } = inDollars(sums)
  const { shipping_address: to } = wish
  const guest_email = buyer.user_id ? null : (to?.email ?? null)
  const hold_until = new Date(at.getTime() + HOLD_MINUTES * 60_000)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with stored as (
      insert into orders (
        user_id, guest_email, subtotal, discount, total, coupon_code, shipping_address,
        hold_until, idempotency_key, request_hash, visitor, created_at
      ) values (
        ${buyer.user_id}, ${guest_email}, ${subtotal}, ${discount}, ${total},
        ${wish.coupon_code ?? null}, ${to && JSON.stringify(to)}, ${hold_until.toISOString()},
        ${wish.idempotency_key}, ${request_hash}, ${buyer.visitor}, ${at.toISOString()}
      ) returning id
    ), lines as (
      insert into order_items (order_id, product_id, quantity, price)
      select stored.id, line.* from stored, unnest(
        ${sql.param(lines.map((line) => line.product_id))}::uuid[],
        ${sql.param(lines.map((line) => line.quantity))}::int[],
        ${sql.param(lines.map((line) => line.price))}::numeric[]
      ) as line
    )
    select id from stored`)
  if (!rows[0]) throw new Error('The order was not stored')
  return rows[0].id
}

async function keepConsent({ jobs }: Pick<AppContext, 'jobs'>, tx: Db, wish: OrderWish, at: Date) {
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
