import { and, eq, gt, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { LINK_DAYS } from '#contract/orders-by-hand.ts'
import { giveBackStock, takeStock } from '#server/modules/catalog/index.ts'
import { visitorId } from '#server/platform/cookies.ts'
import { type Db, prepareStatement } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { coupons, orders } from './orders.table.ts'

/**
 * Holding stock for an unpaid order is a courtesy with limits. Beyond them an order is placed without a hold and
 * takes its stock when it is paid.
 */
export const HOLD_LIMITS = {
  minutes: 20,
  /** After placing, however often a payment page is opened. */
  longest_minutes: 30,
  /** A visitor is a signed-in account, or a guest's browser. */
  orders_per_visitor: 3,
  orders_per_network: 30,
  pieces_per_order: 60,
  /** Or by one account. */
  pieces_per_network: 120,
  /** Of a product with more than `small_stock`, one buyer holds at most this share. */
  small_stock: 10,
  share_of_stock: 0.5,
  /** After this many holds of one network address (or account) ran out within a day, there is none for a while. */
  expired_per_day: 3,
  pause_minutes: 60,
}

const MINUTE = 60_000
const DAY_MINUTES = 24 * 60
/** A payment made in the last second of its page still finds the order held. */
const AFTER_PAGE_MINUTES = 5

const minutesFrom = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE)

/** A mailed link is opened when its reader finds the time. */
export const LINK_MINUTES = LINK_DAYS * DAY_MINUTES
export const deskHoldEnd = (at: Date) => minutesFrom(at, LINK_MINUTES)

/**
 * A signed-in shopper is judged by the account alone, a guest by browser and network address. A guest for whom a
 * colleague enters an order has neither.
 */
export type Buyer =
  | { user_id: null; visitor_id: null; network_address: null }
  | { user_id: string; visitor_id: null; network_address: null }
  | { user_id: null; visitor_id: string; network_address: string }

export async function buyerOf(context: RequestContext): Promise<Buyer> {
  const session = await context.session()
  if (session) return { user_id: session.profile.id, visitor_id: null, network_address: null }
  return { user_id: null, visitor_id: visitorId(context), network_address: context.visitor() }
}

/**
 * Requests of one buyer, and copies of one request, run one after the other: what `placeOrder` counts and looks up
 * cannot change until it commits. For a null there is no lock.
 */
export function lockBuyer(tx: Db, buyer: Buyer, idempotency_key: string, ...more: string[]) {
  const names = [idempotency_key, buyer.user_id, buyer.visitor_id, buyer.network_address, ...more]
  return lockNames(tx, { names })
}

const value = sql.placeholder

const lockNames = prepareStatement(sql`
  select pg_advisory_xact_lock(key) from (
    select hashtextextended('holds:' || name, 0) as key from unnest(${value('names')}::text[]) as name order by 1
  ) as locks`)

type Line = { product_id: string; quantity: number }
export type HeldLine = Line & { stock: number }

/** Whether a hold of these lines is within the limits. For a locked buyer. */
export async function isHoldAllowed(
  tx: Db,
  buyer: Buyer,
  lines: HeldLine[],
  at: Date,
  limits = HOLD_LIMITS,
) {
  const pieces = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (pieces > limits.pieces_per_order) return false
  const own = await readOwnHolds(tx, buyer, at)
  const isPaused =
    own.expired >= limits.expired_per_day &&
    own.last_expired_at !== null &&
    minutesFrom(new Date(own.last_expired_at), limits.pause_minutes) > at
  if (isPaused) return false
  if (own.visitor_orders >= limits.orders_per_visitor) return false
  if (own.network_orders >= limits.orders_per_network) return false
  if (own.network_pieces + pieces > limits.pieces_per_network) return false
  return lines.every(({ product_id, quantity, stock }) => {
    const held = own.by_product[product_id] ?? 0
    const all = stock + held
    return all <= limits.small_stock || held + quantity <= all * limits.share_of_stock
  })
}

type OwnHolds = {
  visitor_orders: number
  network_orders: number
  network_pieces: number
  by_product: Record<string, number>
  expired: number
  last_expired_at: string | null
}

async function readOwnHolds(tx: Db, buyer: Buyer, at: Date): Promise<OwnHolds> {
  const read = buyer.user_id ? holdsOfAccount : holdsOfGuest
  const [own] = await read(tx, { ...buyer, since: minutesFrom(at, -DAY_MINUTES).toISOString() })
  if (!own) throw new Error('No holds were counted')
  return own
}

const ownHolds = ({ of_visitor, of_network }: { of_visitor: SQL; of_network: SQL }) =>
  prepareStatement<OwnHolds>(sql`
    with held as (
      select id, ${of_visitor} as of_visitor, ${of_network} as of_network from orders
      where status = 'pending' and completed_at is null and holds_stock and placed_by is null
        and (${of_visitor} or ${of_network})
    ), items as (
      select i.product_id, i.quantity, held.of_network
      from held join order_items i on i.order_id = held.id
    ), expired as (
      select hold_expired_at from orders
      where ${of_network} and placed_by is null and hold_expired_at > ${value('since')}
    )
    select
      (select count(*)::int from held where of_visitor) as visitor_orders,
      (select count(*)::int from held where of_network) as network_orders,
      (select coalesce(sum(quantity), 0)::int from items where of_network) as network_pieces,
      (select coalesce(jsonb_object_agg(product_id, quantity), '{}') from (
        select product_id, sum(quantity) as quantity from items group by 1
      ) as by_product) as by_product,
      (select count(*)::int from expired) as expired,
      (select max(hold_expired_at) from expired) as last_expired_at`)

const ofAccount = sql`user_id = ${value('user_id')}`
const holdsOfAccount = ownHolds({ of_visitor: ofAccount, of_network: ofAccount })
const holdsOfGuest = ownHolds({
  of_visitor: sql`(user_id is null and visitor_id = ${value('visitor_id')})`,
  of_network: sql`(user_id is null and network_address = ${value('network_address')})`,
})

type Held = { id: string; coupon_code: string | null }

/** Rows are always locked in this sequence: the order, its coupon, its products in id order. */
export async function takeHold(tx: Db, order: Held, lines: Line[], at: Date) {
  if (order.coupon_code) await takeCouponUse(tx, order.coupon_code)
  await takeStockOrRefuse(tx, order.id, lines, at)
}

/** For an order that was placed earlier. */
export async function takeHoldAgain(tx: Db, order: Held, lines: Line[], at: Date) {
  if (order.coupon_code) await takeCouponUseAgain(tx, order.coupon_code)
  await takeStockOrRefuse(tx, order.id, lines, at)
}

/** For a locked order with `holds_stock`; the caller sets that to false, so that it happens once. */
export async function releaseHold(tx: Db, order: Held, at: Date) {
  if (order.coupon_code) await giveBackCouponUse(tx, order.coupon_code)
  await giveBackStock(tx, order.id, at)
}

async function takeStockOrRefuse(tx: Db, order_id: string, lines: Line[], at: Date) {
  const { short } = await takeStock(tx, order_id, lines, at)
  if (short.length > 0) throw errors.OUT_OF_STOCK({ data: { product_ids: short } })
}

const hasUsesLeft = or(isNull(coupons.max_uses), lt(coupons.current_uses, coupons.max_uses))

/** The condition is part of the update, so the last use goes to exactly one of two simultaneous orders. */
async function takeCouponUse(tx: Db, code: string) {
  const { rowCount } = await tx
    .update(coupons)
    .set({ current_uses: sql`${coupons.current_uses} + 1` })
    .where(and(eq(coupons.code, code), hasUsesLeft))
  if (rowCount === 0) throw errors.COUPON_USED_UP()
}

/** For an order priced earlier: its coupon may have ended or been deleted since, but not be used up. */
async function takeCouponUseAgain(tx: Db, code: string) {
  const [coupon] = await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.code, code))
  if (coupon) await takeCouponUse(tx, code)
}

/** Only for an order that has taken a use. */
const giveBackCouponUse = (tx: Db, code: string) =>
  tx
    .update(coupons)
    .set({ current_uses: sql`${coupons.current_uses} - 1` })
    .where(and(eq(coupons.code, code), gt(coupons.current_uses, 0)))

type Extendable = Pick<typeof orders.$inferSelect, 'id' | 'created_at' | 'hold_until'>

/** The latest moment at which a payment page of this order may expire: no hold lasts longer. */
export function paymentDeadline({ created_at, hold_until }: Omit<Extendable, 'id'>) {
  const longest = minutesFrom(new Date(created_at), HOLD_LIMITS.longest_minutes)
  // A hold that an admin has renewed counts from then.
  const current = new Date(hold_until ?? 0)
  return current > longest ? current : longest
}

/** Holds a pending order until its payment page has expired. */
export async function extendHold(tx: Db, order: Extendable, page_expires_at: Date) {
  const needed = minutesFrom(page_expires_at, AFTER_PAGE_MINUTES)
  const deadline = paymentDeadline(order)
  const hold_until = needed < deadline ? needed : deadline
  if (hold_until <= new Date(order.hold_until ?? 0)) return
  await tx
    .update(orders)
    .set({ hold_until: hold_until.toISOString() })
    .where(eq(orders.id, order.id))
}
