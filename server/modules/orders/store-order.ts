import { sql } from 'drizzle-orm'
import { fromCents } from '#contract/money.ts'
import type { PlaceOrder, QuoteRequest, ShippingAddress } from '#contract/orders.ts'
import type { PaymentMethod } from '#contract/payment-methods.ts'
import type { ShippingMethod } from '#contract/totals.ts'
import type { ChangedBy } from '#server/platform/audit-log.ts'
import { type Db, prepareStatement } from '#server/platform/database.ts'
import type { Buyer } from './holds.ts'
import type { DeskTerms, PricedLine } from './quote.ts'
import { inDollars, type TotalsInCents } from './totals.ts'

/** An express order has no address yet, and may come without an idempotency key. */
export type OrderInput = Omit<PlaceOrder, 'shipping_address' | 'idempotency_key'> & {
  shipping_address: ShippingAddress | null
  idempotency_key?: string
  /** The campaign whose link brought the buyer. */
  campaign_id?: string | null
}
/** An order that a colleague enters: limits of visitors do not apply, and it is held for as long as its link can be paid. */
export type Desk = DeskTerms & {
  by: ChangedBy
  isPaidInCash: boolean
  discount_reason?: string | null
  customer_note?: string | null
  guest_name?: string | null
  guest_email?: string | null
  /** Where it is handed over, for the tax. */
  sold_at?: QuoteRequest['destination']
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

export async function storeOrder(tx: Db, order: NewOrder, lines: PricedLine[]) {
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
      visitor_id, network_address, item_names, campaign_id, guest_name, placed_by, in_person, extra_discount,
      discount_reason, customer_note, created_at, payment_method
    ) values (
      ${value('user_id')}, ${value('guest_email')}, ${value('subtotal')}, ${value('discount')}, ${value('shipping')},
      ${value('tax')}, ${value('tax_included')}, ${value('tax_lines')}, ${value('total')}, ${value('coupon_code')},
      ${value('shipping_method')}, ${value('shipping_address')}, ${value('holds_stock')}, ${value('hold_until')},
      ${value('idempotency_key')}, ${value('request_hash')}, ${value('visitor_id')}, ${value('network_address')},
      ${value('item_names')}, ${value('campaign_id')}, ${value('guest_name')}, ${value('placed_by')},
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
