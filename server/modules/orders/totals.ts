import { fromCents, toCents } from '#contract/money.ts'
import { splitCents } from '#contract/split-cents.ts'
import type { OrderTotals, TaxLine } from '#contract/totals.ts'

type Line = { price: number; quantity: number; tax_exempt?: boolean }
type Discount = { discount_percentage: number | null; discount_amount: number | null }
type Rate = { name: string; rate: number; place: string; shipping_taxed: boolean }

/** What is added to the products: shipping in cents, and the rates of the destination. */
export type ChargeRules = {
  /** Given by a colleague beside the coupon, in cents. */
  extra_discount?: number | undefined
  shipping?: number | undefined
  tax?: { included: boolean; rates: readonly Rate[] } | null | undefined
}

/** In cents. */
export type TotalsInCents = Record<keyof Omit<OrderTotals, 'tax_included'>, number> & {
  tax_included: boolean
  /** The part of the discount that a colleague gave. */
  extra_discount: number
  /** They add up to `tax`; none that is nothing. */
  tax_lines: TaxLine[]
}

/**
 * The only code that adds up an order, in cents. The discount of a coupon is rounded half up; together with what a
 * colleague gave it is never more than the subtotal. It lowers what is taxed, line by line in proportion, and does not
 * lower the shipping.
 */
export function computeTotals(
  lines: Line[],
  coupon: Discount | null,
  { shipping = 0, tax: rules, extra_discount: extra = 0 }: ChargeRules = {},
): TotalsInCents {
  const amounts = lines.map((line) => toCents(line.price) * line.quantity)
  const subtotal = sumOf(amounts)
  const ofCoupon = coupon ? Math.min(subtotal, discountOf(subtotal, coupon)) : 0
  const extra_discount = Math.min(subtotal - ofCoupon, extra)
  const discount = ofCoupon + extra_discount
  const tax_included = rules?.included ?? false
  const taxed = rules?.rates.length ? taxedAmounts(lines, amounts, discount) : []
  const tax_lines = rules ? taxLines(taxed, shipping, rules) : []
  const tax = sumOf(tax_lines.map(({ amount }) => toCents(amount)))
  const total = subtotal - discount + shipping + (tax_included ? 0 : tax)
  return { subtotal, discount, extra_discount, shipping, tax, tax_included, tax_lines, total }
}

const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

function discountOf(subtotal: number, { discount_percentage, discount_amount }: Discount) {
  if (discount_percentage !== null) return Math.floor((subtotal * discount_percentage + 50) / 100)
  return toCents(discount_amount ?? 0)
}

/** What is left of each line after its share of the discount, without those that are exempt. */
function taxedAmounts(lines: readonly Line[], amounts: readonly number[], discount: number) {
  const shares = splitCents(amounts, discount)
  const left = amounts.map((amount, place) => amount - (shares[place] ?? 0))
  return left.filter((_, place) => !lines[place]?.tax_exempt)
}

/**
 * Each line, and the shipping, is taxed with the sum of its rates and rounded half up; that amount is then split among
 * the rates, so that they add up to it. Rounding each rate on its own would tax a line with more than its whole rate.
 */
function taxLines(
  amounts: readonly number[],
  shipping: number,
  { rates, included }: NonNullable<ChargeRules['tax']>,
): TaxLine[] {
  const weights = rates.map(({ rate }) => weightOf(rate))
  const ofShipping = rates.map(({ shipping_taxed }, place) =>
    shipping_taxed ? (weights[place] ?? 0) : 0,
  )
  const shares = [
    ...amounts.map((amount) => splitCents(weights, taxOf(amount, weights, included))),
    splitCents(ofShipping, taxOf(shipping, ofShipping, included)),
  ]
  return rates.flatMap(({ name, rate, place }, n) => {
    const cents = sumOf(shares.map((share) => share[n] ?? 0))
    return cents > 0 ? [{ name, rate, place, amount: fromCents(cents) }] : []
  })
}

type Charged = Pick<OrderTotals, 'discount' | 'tax_included'> & {
  tax_lines: readonly Pick<TaxLine, 'rate'>[]
}

/**
 * What each line of a placed order cost after its share of the discount, and the tax on it, in cents; with
 * `tax_included` within. Computed as when it was placed, so that all lines together have the tax of the products.
 */
export function chargesOfLines(lines: readonly Line[], order: Charged) {
  const amounts = lines.map((line) => toCents(line.price) * line.quantity)
  const shares = splitCents(amounts, toCents(order.discount))
  const weights = order.tax_lines.map(({ rate }) => weightOf(rate))
  return amounts.map((amount, place) => {
    const goods = amount - (shares[place] ?? 0)
    const tax = lines[place]?.tax_exempt ? 0 : taxOf(goods, weights, order.tax_included)
    return { goods, tax }
  })
}

/** Rates have four decimals, so a percent is ten thousand of these. */
const weightOf = (rate: number) => Math.round(rate * 10_000)
const WHOLE = 1_000_000n

/** Half up. Of an amount that contains the tax, its part of amount and tax together. */
function taxOf(cents: number, weights: readonly number[], included: boolean) {
  const rate = BigInt(sumOf(weights))
  const parts = included ? WHOLE + rate : WHOLE
  return Number((2n * BigInt(cents) * rate + parts) / (2n * parts))
}

export const inDollars = (totals: TotalsInCents): OrderTotals => ({
  subtotal: fromCents(totals.subtotal),
  discount: fromCents(totals.discount),
  shipping: fromCents(totals.shipping),
  tax: fromCents(totals.tax),
  tax_included: totals.tax_included,
  total: fromCents(totals.total),
})
