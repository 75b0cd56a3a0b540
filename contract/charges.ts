import { fromCents, type Money, toCents } from './money.ts'
import type { Charges } from './totals.ts'

export type Charge = {
  /** Differs within an order. */
  key: string
  kind: 'discount' | 'shipping' | 'tax'
  label: string
  amount: string
}

type Discounted = Pick<Charges, 'discount' | 'coupon_code' | 'extra_discount' | 'discount_reason'>

/** What the coupon took off, and what a colleague gave for a reason. */
function discountsOf({ discount, coupon_code, extra_discount = 0, discount_reason }: Discounted) {
  const ofCoupon = fromCents(toCents(discount) - toCents(extra_discount))
  return [
    { key: 'discount', name: coupon_code, amount: ofCoupon },
    { key: 'extra-discount', name: discount_reason, amount: extra_discount },
  ].filter(({ amount }) => amount > 0)
}

/** What stands between subtotal and total, in this sequence; nothing that this order does not have. */
export function chargesOf(
  order: Omit<Charges, 'subtotal' | 'total' | 'tax'>,
  formatMoney: Money,
  minus = '-',
): Charge[] {
  const { shipping, shipping_method, tax_lines, tax_included } = order
  const charges: Charge[] = discountsOf(order).map(({ key, name, amount }) => ({
    key,
    kind: 'discount',
    label: name ? `Discount (${name})` : 'Discount',
    amount: `${minus}${formatMoney(amount)}`,
  }))
  if (shipping_method) {
    const amount = shipping > 0 ? formatMoney(shipping) : 'Free'
    charges.push({
      key: 'shipping',
      kind: 'shipping',
      label: `Shipping (${shipping_method.name})`,
      amount,
    })
  }
  for (const { name, rate, place, amount } of tax_lines) {
    const label = `${tax_included ? 'Includes ' : ''}${name} ${rate}%`
    charges.push({ key: `${place} ${name}`, kind: 'tax', label, amount: formatMoney(amount) })
  }
  return charges
}
