import { createHash, randomUUID } from 'node:crypto'
import { and, desc, eq, gt, ne, sql } from 'drizzle-orm'
import { fromCents, toCents } from '#contract/fields.ts'
import type { Order, OrderLine, PlaceOrder, ShippingAddress } from '#contract/orders.ts'
import { findProducts } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { AppContext } from '#server/platform/rpc.ts'
import { recordConsent } from '../consent/index.ts'
import { findCoupon } from './coupons.ts'
import { type Buyer, isHoldAllowed, lockBuyer, newHoldEnd, takeHold } from './holds.ts'
import { completeOrder, recordPlaced } from './order-states.ts'
import { orders } from './orders.table.ts'
import { forgetCart } from './saved-carts.ts'

/** An express order has no address yet, and may come without an idempotency key. */
type OrderInput = Omit<PlaceOrder, 'shipping_address' | 'idempotency_key'> & {
  shipping_address: ShippingAddress | null
  idempotency_key?: string
  /** Whose link brought the buyer. */
  campaign_id?: string | null
}
type PlacedOrder = Pick<Order, 'id' | 'status' | 'subtotal' | 'discount' | 'total' | 'holds_stock'>

/**
 * One transaction: priced from the database, compared with the total the shopper saw, stored and held.
 * Coupon and stock come last, so that the rows that all orders compete for are locked as briefly as possible.
 */
export function placeOrder(
  context: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  buyer: Buyer,
  input: OrderInput,
): Promise<PlacedOrder> {
  const at = context.now()
  const lines = mergeLines(input.lines)
  const request_hash = hashRequest(buyer, input, lines)
  const idempotency_key = input.idempotency_key ?? randomUUID()
  return context.db.transaction(async (tx) => {
    await lockBuyer(tx, buyer, idempotency_key)
    const earlier = input.idempotency_key
      ? await findEarlier(tx, idempotency_key, request_hash)
      : await findRepeated(tx, buyer, request_hash, at)
    if (earlier) return earlier

    const { priced, coupon, sums } = await quoteLines(tx, lines, input.coupon_code, at)
    if (toCents(input.total) !== sums.total) {
      throw errors.TOTAL_CHANGED({ data: inDollars(sums) })
    }

    const isFree = sums.total === 0
    const holds_stock = isFree || (await isHoldAllowed(tx, buyer, priced, at))
    if (!holds_stock && coupon?.max_uses != null) throw errors.COUPON_NEEDS_HOLD()

    const order = { buyer, input, sums, idempotency_key, request_hash, holds_stock, at }
    const id = await storeOrder(tx, order, priced)
    await recordPlaced(tx, id, at)
    if (holds_stock) await takeHold(tx, { id, coupon_code: coupon?.code ?? null }, lines, at)
    await storeConsent(tx, input, at)
    if (buyer.user_id) await forgetCart(tx, buyer.user_id)
    if (isFree) {
      const by = { actor: 'customer', reason: 'Nothing to pay' } as const
      await completeOrder(context, tx, { id, status: 'pending' }, { payment_id: null, at, by })
    }
    return { id, status: isFree ? 'completed' : 'pending', ...inDollars(sums), holds_stock }
  })
}

/** Each product once, in id order. */
function mergeLines(lines: OrderLine[]): OrderLine[] {
  const quantities = new Map<string, number>()
  for (const { product_id, quantity } of lines) {
    quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity)
  }
  return [...quantities]
    .map(([product_id, quantity]) => ({ product_id, quantity }))
    .toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))
}

/** The same request has the same hash, in whatever order its lines come. */
function hashRequest({ user_id }: Buyer, input: OrderInput, lines: OrderLine[]) {
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
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}

/** The order that this key has already placed; refuses when it was another one. */
async function findEarlier(tx: Db, idempotency_key: string, request_hash: string) {
  const [earlier] = await tx
    .select()
    .from(orders)
    .where(eq(orders.idempotency_key, idempotency_key))
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
    .select()
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

/** $999,999.99, the most the provider accepts. */
const LARGEST_SUBTOTAL_CENTS = 99_999_999

/** What a coupon code saves on these lines. */
export async function quoteCoupon(db: Db, input: { code: string; lines: OrderLine[] }, at: Date) {
  const { sums } = await quoteLines(db, mergeLines(input.lines), input.code, at)
  return { code: input.code, ...inDollars(sums) }
}

async function quoteLines(
  db: Db,
  lines: OrderLine[],
  coupon_code: string | null | undefined,
  at: Date,
) {
  const priced = await priceLines(db, lines)
  const coupon = coupon_code ? await findCoupon(db, coupon_code, at) : null
  return { priced, coupon, sums: quote(priced, coupon) }
}

type PricedLine = Awaited<ReturnType<typeof priceLines>>[number]

/** The lines with the current name, picture and price. Refuses what cannot be had before anything is locked. */
async function priceLines(db: Db, lines: OrderLine[]) {
  const products = await findProducts(
    db,
    lines.map((line) => line.product_id),
  )
  const priced = lines.flatMap((line) => {
    const product = products.find(({ id }) => id === line.product_id)
    if (!product || product.archived_at || product.stock < line.quantity) return []
    const { name, image_url, price, stock } = product
    return [{ ...line, name, image_url, price, stock }]
  })
  if (priced.length < lines.length) {
    const available = new Set(priced.map((line) => line.product_id))
    const product_ids = lines.map((line) => line.product_id).filter((id) => !available.has(id))
    throw errors.OUT_OF_STOCK({ data: { product_ids } })
  }
  if (quote(priced, null).subtotal > LARGEST_SUBTOTAL_CENTS) throw errors.TOO_LARGE()
  return priced
}

type Discount = { discount_percentage: number | null; discount_amount: number | null }
/** In cents. */
type Quote = { subtotal: number; discount: number; total: number }

/** The discount is rounded half up to the cent and never more than the subtotal. */
export function quote(
  lines: { price: number; quantity: number }[],
  coupon: Discount | null,
): Quote {
  const subtotal = lines.reduce((sum, line) => sum + toCents(line.price) * line.quantity, 0)
  const discount = coupon ? Math.min(subtotal, discountOf(subtotal, coupon)) : 0
  return { subtotal, discount, total: subtotal - discount }
}

function discountOf(subtotal: number, { discount_percentage, discount_amount }: Discount) {
  if (discount_percentage !== null) return Math.floor((subtotal * discount_percentage + 50) / 100)
  return toCents(discount_amount ?? 0)
}

const inDollars = ({ subtotal, discount, total }: Quote) => ({
  subtotal: fromCents(subtotal),
  discount: fromCents(discount),
  total: fromCents(total),
})

type NewOrder = {
  buyer: Buyer
  input: OrderInput
  sums: Quote
  idempotency_key: string
  request_hash: string
  holds_stock: boolean
  at: Date
}

/** Order and lines in one statement. */
async function storeOrder(tx: Db, order: NewOrder, lines: PricedLine[]) {
  const { buyer, input, sums, idempotency_key, request_hash, holds_stock, at } = order
  const { subtotal, discount, total } = inDollars(sums)
  const { shipping_address: to } = input
  const guest_email = buyer.user_id ? null : (to?.email ?? null)
  const { rows } = await tx.execute<{ id: string }>(sql`
    with stored as (
      insert into orders (
        user_id, guest_email, subtotal, discount, total, coupon_code, shipping_address,
        holds_stock, hold_until, idempotency_key, request_hash, visitor_id, network_address, item_names, campaign_id, created_at
      ) values (
        ${buyer.user_id}, ${guest_email}, ${subtotal}, ${discount}, ${total},
        ${input.coupon_code ?? null}, ${to && JSON.stringify(to)},
        ${holds_stock}, ${newHoldEnd(at).toISOString()}, ${idempotency_key}, ${request_hash},
        ${buyer.visitor_id}, ${buyer.network_address}, ${lines.map(({ name }) => name).join(', ')},
        ${input.campaign_id ?? null}, ${at.toISOString()}
      ) returning id
    ), lines as (
      insert into order_items (order_id, product_id, quantity, price, name, image_url)
      select stored.id, line.* from stored, unnest(
        ${sql.param(lines.map((line) => line.product_id))}::uuid[],
        ${sql.param(lines.map((line) => line.quantity))}::int[],
        ${sql.param(lines.map((line) => line.price))}::numeric[],
        ${sql.param(lines.map((line) => line.name))}::text[],
        ${sql.param(lines.map((line) => line.image_url))}::text[]
      ) as line
    )
    select id from stored`)
  if (!rows[0]) throw new Error('The order was not stored')
  return rows[0].id
}

async function storeConsent(tx: Db, { marketing_consent, shipping_address }: OrderInput, at: Date) {
  if (!marketing_consent || !shipping_address) return
  await recordConsent(tx, { email: shipping_address.email, consent: true, source: 'checkout', at })
}
