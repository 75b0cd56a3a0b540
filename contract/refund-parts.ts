import { fromCents, toCents } from './money.ts'
import { splitCents } from './split-cents.ts'
import type { OrderTotals } from './totals.ts'

/** Dollars. With `tax_included`, goods and shipping contain the tax; otherwise the three add up to the refund. */
export type RefundParts = { goods: number; shipping: number; tax: number }

type Given = { shipping: number; tax: number }
type Charged = Pick<OrderTotals, 'shipping' | 'tax' | 'tax_included'>

/** What can still be given back of each part, when `left` is left of the payment; `given` are earlier refunds. */
export function partsLeft(order: Charged, given: readonly Given[], left: number): RefundParts {
  const rest = toCents(left)
  const unpaid = (part: 'shipping' | 'tax') =>
    Math.max(0, toCents(order[part]) - given.reduce((sum, one) => sum + toCents(one[part]), 0))
  // Refunds from before parts were noted count as goods, so a part can be more than what is left.
  const tax = Math.min(unpaid('tax'), rest)
  const shipping = Math.min(unpaid('shipping'), order.tax_included ? rest : rest - tax)
  const goods = rest - shipping - (order.tax_included ? 0 : tax)
  return { goods: fromCents(goods), shipping: fromCents(shipping), tax: fromCents(tax) }
}

/** `amount` in proportion to what is left of the parts, so that the last refund gives back exactly the rest. */
export function splitRefund(
  parts: RefundParts,
  amount: number,
  tax_included: boolean,
): RefundParts {
  const [goods, shipping, tax] = [parts.goods, parts.shipping, parts.tax].map(toCents) as Cents
  const cents = toCents(amount)
  if (!tax_included) {
    const [ofGoods, ofShipping, ofTax] = splitCents([goods, shipping, tax], cents) as Cents
    return inDollars(ofGoods, ofShipping, ofTax)
  }
  const [ofGoods, ofShipping] = splitCents([goods, shipping], cents) as Cents
  const [within] = splitCents([tax, goods + shipping - tax], cents) as Cents
  return inDollars(ofGoods, ofShipping, within)
}

type Cents = [number, number, number]

const inDollars = (goods: number, shipping: number, tax: number) => ({
  goods: fromCents(goods),
  shipping: fromCents(shipping),
  tax: fromCents(tax),
})

/** What a refund of these parts comes to. */
export const refundAmount = ({ goods, shipping, tax }: RefundParts, tax_included: boolean) =>
  fromCents(toCents(goods) + toCents(shipping) + (tax_included ? 0 : toCents(tax)))
