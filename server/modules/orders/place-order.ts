import { createHash, randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { fromCents, toCents } from '#contract/money.ts'
import { STATUS_WHEN_PAID } from '#contract/order-status.ts'
import type {
  Order,
  OrderLine,
  PlaceOrder,
  QuoteRequest,
  ShippingAddress,
} from '#contract/orders.ts'
import { isByHand, type PaymentMethod } from '#contract/payment-methods.ts'
import type { OrderTotals, ShippingMethod } from '#contract/totals.ts'
import { cleanSource } from '#contract/visit-source.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { type Db, prepareStatement } from '#server/platform/database.ts'
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
import { queueOrderReceived } from './queue-mails.ts'
import {
  type DeskTerms,
  isPickedUp,
  mergeLines,
  type PricedLine,
  priceLines,
  quoteLines,
} from './quote.ts'
import { findEarlier, findRepeated } from './repeated-requests.ts'
import { forgetCart } from './saved-carts.ts'
import { inDollars, type TotalsInCents } from './totals.ts'

/** An express order has no address yet, and may come without an idempotency key. */
type OrderInput = Omit<PlaceOrder, 'shipping_address' | 'idempotency_key'> & {
  shipping_address: ShippingAddress | null
  idempotency_key?: string
  /** The campaign whose link brought the buyer. */
  campaign_id?: string | null
}
/** An order that a colleague enters: limits of visitors do not apply, and it is held for as long as its link can be paid. */
type Desk = DeskTerms & {
  by: ChangedBy
  isPaidInCash: boolean
  discount_reason?: string | null
  customer_note?: string | null
  guest_name?: string | null
  guest_email?: string | null
  /** Where it is handed over, for the tax. */
  sold_at?: QuoteRequest['destination']
}
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

/** Priced and checked, to be stored as it is. */
type NewOrder = {
  buyer: Buyer
  input: OrderInput
  desk: Desk | undefined
  totals: TotalsInCents
  chosen: ShippingMethod | null
  idempotency_key: string
  request_hash: string
  holds_stock: boolean
  payment_method: PaymentMethod
  hold_until: Date
  at: Date
}

async function storeOrder(tx: Db, order: NewOrder, lines: PricedLine[]) {
  const { buyer, input, desk, totals, chosen, idempotency_key, request_hash, holds_stock, at } =
    order
  const { shipping_address: to } = input
  const method = methodOf(chosen)
  const hasExtra = totals.extra_discount > 0
  const [stored] = await insertOrder(tx, {
    ...buyer,
    ...inDollars(totals),
    guest_email: buyer.user_id ? null : (to?.email ?? desk?.guest_email ?? null),
    guest_name: buyer.user_id || to ? null : (desk?.guest_name ?? null),
    placed_by: desk?.by.name ?? null,
    in_person: desk?.in_person ?? false,
    extra_discount: fromCents(totals.extra_discount),
    discount_reason: hasExtra ? (desk?.discount_reason ?? null) : null,
    customer_note: desk?.customer_note ?? null,
    tax_lines: JSON.stringify(totals.tax_lines),
    coupon_code: input.coupon_code ?? null,
    shipping_method: method && JSON.stringify(method),
    shipping_address: to && JSON.stringify(to),
    holds_stock,
    hold_until: order.hold_until.toISOString(),
    payment_method: order.payment_method,
    idempotency_key,
    request_hash,
    item_names: lines.map(({ name }) => name).join(', '),
    campaign_id: input.campaign_id ?? null,
    visit_source: input.visit_source === undefined ? null : cleanSource(input.visit_source),
    created_at: at.toISOString(),
    product_ids: lines.map((line) => line.product_id),
    quantities: lines.map((line) => line.quantity),
    prices: lines.map((line) => line.price),
    names: lines.map((line) => line.name),
    image_urls: lines.map((line) => line.image_url),
  })
  if (!stored) throw new Error('The order was not stored')
  return stored.id
}

/** What an order stores of how it travels. */
export const methodOf = (chosen: ShippingMethod | null) =>
  chosen && { name: chosen.name, delivery_time: chosen.delivery_time }

const value = sql.placeholder

/** Order and lines in one statement. */
const insertOrder = prepareStatement<{ id: string }>(sql`
  with stored as (
    insert into orders (
      user_id, guest_email, subtotal, discount, shipping, tax, tax_included, tax_lines, total, coupon_code,
      shipping_method, shipping_address, holds_stock, hold_until, idempotency_key, request_hash,
      visitor_id, network_address, item_names, campaign_id, visit_source, guest_name, placed_by, in_person, extra_discount,
      discount_reason, customer_note, created_at, payment_method
    ) values (
      ${value('user_id')}, ${value('guest_email')}, ${value('subtotal')}, ${value('discount')}, ${value('shipping')},
      ${value('tax')}, ${value('tax_included')}, ${value('tax_lines')}, ${value('total')}, ${value('coupon_code')},
      ${value('shipping_method')}, ${value('shipping_address')}, ${value('holds_stock')}, ${value('hold_until')},
      ${value('idempotency_key')}, ${value('request_hash')}, ${value('visitor_id')}, ${value('network_address')},
      ${value('item_names')}, ${value('campaign_id')}, ${value('visit_source')}, ${value('guest_name')}, ${value('placed_by')},
      ${value('in_person')}, ${value('extra_discount')}, ${value('discount_reason')}, ${value('customer_note')},
      ${value('created_at')}, ${value('payment_method')}
    ) returning id
  ), lines as (
    insert into order_items (order_id, product_id, quantity, price, name, image_url)
    select stored.id, line.* from stored, unnest(
      ${value('product_ids')}::uuid[], ${value('quantities')}::int[], ${value('prices')}::numeric[],
      ${value('names')}::text[], ${value('image_urls')}::text[]
    ) as line
  )
  select id from stored`)

async function storeConsent(tx: Db, { marketing_consent, shipping_address }: OrderInput, at: Date) {
  if (!marketing_consent || !shipping_address) return
  await recordConsent(tx, { email: shipping_address.email, consent: true, source: 'checkout', at })
}
