import * as z from 'zod'
import { Money } from './fields.ts'

/**
 * What an order costs: total = subtotal − discount + shipping + tax, unless the prices contain the tax. Computed by
 * `computeTotals` of the orders module alone, in integer cents; all other code only shows it.
 */
export const OrderTotals = z.object({
  subtotal: Money,
  discount: Money,
  shipping: Money,
  tax: Money,
  /** The prices contain the tax: it is named, and not added to the total. */
  tax_included: z.boolean(),
  total: Money,
})
export type OrderTotals = z.infer<typeof OrderTotals>

/** One tax of an order, as it was when the order was placed. The lines add up to `tax`. */
export const TaxLine = z.object({
  name: z.string(),
  /** In percent. */
  rate: z.number(),
  /** Where it is collected, such as `US-NY` or `US-NY 10001`. */
  place: z.string(),
  amount: Money,
})
export type TaxLine = z.infer<typeof TaxLine>

/** How the parcel travels, as it was offered when the order was placed. */
export const ShippingMethod = z.object({
  name: z.string(),
  /** In the owner's words, such as "3 to 5 days"; empty without one. */
  delivery_time: z.string(),
})
export type ShippingMethod = z.infer<typeof ShippingMethod>

/** What an order or a quote says about its costs. */
export const Charges = OrderTotals.extend({
  coupon_code: z.string().nullable(),
  /** The part of the discount that a colleague gave, and why; an order that an earlier version read has neither. */
  extra_discount: Money.optional(),
  discount_reason: z.string().nullish(),
  /** Null when the shop charges no shipping. */
  shipping_method: ShippingMethod.nullable(),
  tax_lines: z.array(TaxLine),
})
export type Charges = z.infer<typeof Charges>
