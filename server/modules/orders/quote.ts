import { and, eq, gte, lte } from 'drizzle-orm'
import { fromCents, lineTotal, toCents } from '#contract/money.ts'
import { COUPON_GUESSES, type OrderLine, type Quote, type QuoteRequest } from '#contract/orders.ts'
import { findProducts } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import type { RequestContext } from '#server/platform/rpc.ts'
import { paymentMethodsFor } from '../payments/reads.ts'
import { listZones, missingForFree, type Offers, offersFor } from '../shipping/index.ts'
import { findTax } from '../tax/index.ts'
import { coupons } from './orders.table.ts'
import { computeTotals, inDollars } from './totals.ts'

/** What an order of these lines would cost now. Stock is not looked at: placing the order does that. */
export async function quoteOrder(context: RequestContext, request: QuoteRequest): Promise<Quote> {
  const { coupon_code = null } = request
  if (coupon_code) await countCouponGuess(context)
  const quote = await composeQuote(context, request)
  if (coupon_code) await forgiveCouponGuess(context)
  return quote
}

/** Without a limit, for the desk too. */
export async function composeQuote(
  context: Pick<RequestContext, 'config' | 'db' | 'log' | 'now'>,
  request: AnyRequest & Pick<QuoteRequest, 'lines'>,
): Promise<Quote> {
  const lines = mergeLines(request.lines)
  const priced = await onSale(context.db, lines)
  const { coupon, totals, shipping, tax } = await quoteLines(context, priced, request)
  return {
    lines: priced.map(({ stock, weight_grams, tax_exempt, ...line }) => ({
      ...line,
      amount: lineTotal(line),
    })),
    unavailable: idsWithout(lines, priced),
    coupon_code: coupon?.code ?? null,
    ...inDollars(totals),
    extra_discount: fromCents(totals.extra_discount),
    ...shippingOf(shipping),
    payment_methods: await paymentMethodsFor(context, {
      total: totals.total,
      is_picked_up: isPickedUp(shipping),
    }),
    tax_lines: totals.tax_lines,
    ...(tax && { tax_destination: tax.is_known ? 'known' : 'missing' }),
  }
}

/** What a coupon code saves on these lines, all of which must be in stock. */
export async function quoteCoupon(
  context: Pick<RequestContext, 'db' | 'now'>,
  input: { code: string; lines: OrderLine[] },
) {
  const priced = await priceLines(context.db, mergeLines(input.lines))
  const { totals } = await quoteLines(context, priced, { coupon_code: input.code })
  const { subtotal, discount, total } = inDollars(totals)
  return { code: input.code, subtotal, discount, total }
}

/** $999,999.99, the most the provider accepts. */
const LARGEST_TOTAL_CENTS = 99_999_999

/** What only a colleague may ask for: a discount without a coupon, and a sale in person, which is not shipped. */
export type DeskTerms = { extra_discount?: number | null; in_person?: boolean }
type AnyRequest = Omit<QuoteRequest, 'lines'> & DeskTerms

/** The same for a quote and for the order that follows from it. */
export async function quoteLines(
  { db, now }: Pick<RequestContext, 'db' | 'now'>,
  lines: PricedLine[],
  request: AnyRequest,
) {
  const coupon = request.coupon_code ? await findCoupon(db, request.coupon_code, now()) : null
  const extra_discount = toCents(request.extra_discount ?? 0)
  const products = computeTotals(lines, coupon, { extra_discount })
  const shipping = await quoteShipping(db, lines, products.total, request)
  const tax = await findTax(db, request.destination)
  const charges = { shipping: shipping.chosen?.cents, tax, extra_discount }
  const totals = computeTotals(lines, coupon, charges)
  if (Math.max(totals.subtotal, totals.total) > LARGEST_TOTAL_CENTS) throw errors.TOO_LARGE()
  return { coupon, totals, shipping, tax }
}

/** How the parcel can travel. Whether delivery is free depends on its price after the discount. */
async function quoteShipping(
  db: Db,
  lines: PricedLine[],
  cents: number,
  { destination, shipping_method_id, in_person }: AnyRequest,
) {
  if (in_person) return { ...NO_SHIPPING, chosen: null, free: null }
  const zones = await listZones(db)
  const grams = lines.reduce((sum, line) => sum + (line.weight_grams ?? 0) * line.quantity, 0)
  const parcel = { cents, grams }
  const { missing, offers } = offersFor(zones, destination, parcel) ?? NO_SHIPPING
  const chosen = offers.find(({ id }) => id === shipping_method_id) ?? offers[0] ?? null
  return { missing, offers, chosen, free: missingForFree(zones, destination, parcel) }
}

const NO_SHIPPING: Offers = { missing: null, offers: [] }

type Shipping = Awaited<ReturnType<typeof quoteShipping>>

const shippingOf = ({ missing, offers, chosen, free }: Shipping) => ({
  missing,
  shipping_methods: offers.map(({ cents, ...offer }) => ({ ...offer, price: fromCents(cents) })),
  shipping_method_id: chosen?.id ?? null,
  shipping_method: chosen && { name: chosen.name, delivery_time: chosen.delivery_time },
  free_delivery: free && { missing: fromCents(free.cents), zone: free.zone },
})

export const isPickedUp = ({ chosen }: Pick<Shipping, 'chosen'>) => Boolean(chosen?.pickup)

const isValidAt = (at: Date) =>
  and(
    eq(coupons.active, true),
    lte(coupons.valid_from, at.toISOString()),
    gte(coupons.valid_until, at.toISOString()),
  )

/** A coupon that can be used now; refuses otherwise. */
export async function findCoupon(db: Db, code: string, at: Date) {
  const [coupon] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.code, code), isValidAt(at)))
  if (!coupon) throw errors.COUPON_NOT_VALID()
  if (coupon.max_uses !== null && coupon.current_uses >= coupon.max_uses) {
    throw errors.COUPON_USED_UP()
  }
  return coupon
}

/** Each product once, in id order. */
export function mergeLines(lines: OrderLine[]): OrderLine[] {
  const quantities = new Map<string, number>()
  for (const { product_id, quantity } of lines) {
    quantities.set(product_id, (quantities.get(product_id) ?? 0) + quantity)
  }
  return [...quantities]
    .map(([product_id, quantity]) => ({ product_id, quantity }))
    .toSorted((one, other) => (one.product_id < other.product_id ? -1 : 1))
}

export type PricedLine = OrderLine & {
  name: string
  image_url: string | null
  price: number
  stock: number
  weight_grams: number | null
  tax_exempt: boolean
}

/** The lines with the current name, picture and price. Refuses what cannot be had before anything is locked. */
export async function priceLines(db: Db, lines: OrderLine[]): Promise<PricedLine[]> {
  const available = (await onSale(db, lines)).filter(({ stock, quantity }) => stock >= quantity)
  const product_ids = idsWithout(lines, available)
  if (product_ids.length > 0) throw errors.OUT_OF_STOCK({ data: { product_ids } })
  return available
}

/** Lines of products that are no longer sold are left out. */
async function onSale(db: Db, lines: OrderLine[]): Promise<PricedLine[]> {
  const products = await findProducts(
    db,
    lines.map((line) => line.product_id),
  )
  return lines.flatMap((line) => {
    const product = products.find(({ id }) => id === line.product_id)
    if (!product || product.archived_at) return []
    const { name, image_url, price, stock, weight_grams, tax_exempt } = product
    return [{ ...line, name, image_url, price, stock, weight_grams, tax_exempt }]
  })
}

function idsWithout(lines: OrderLine[], some: OrderLine[]) {
  const ids = new Set(some.map((line) => line.product_id))
  return lines.map((line) => line.product_id).filter((id) => !ids.has(id))
}

/** Codes tried at checkout, in the coupon box and in quotes share one limit. */
export const countCouponGuess = (context: RequestContext) =>
  context.limits.count('coupons.validate', context.visitor(), COUPON_GUESSES)

/** A valid code is no guess: a checkout asks for a quote with every change of the cart. */
const forgiveCouponGuess = (context: RequestContext) =>
  context.limits.giveBack('coupons.validate', context.visitor(), COUPON_GUESSES)
