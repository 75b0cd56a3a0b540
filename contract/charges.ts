import type { Money } from './money.ts'
import type { Charges } from './totals.ts'

export type Charge = {
  /** Differs within an order. */
  key: string
  kind: 'discount' | 'shipping' | 'tax'
  label: string
  amount: string
}

/** What stands between subtotal and total, in this sequence; nothing that this order does not have. */
export function chargesOf(
  order: Omit<Charges, 'subtotal' | 'total' | 'tax'>,
  formatMoney: Money,
  minus = '-',
): Charge[] {
  const { discount, coupon_code, shipping, shipping_method, tax_lines, tax_included } = order
  const charges: Charge[] = []
  if (discount > 0) {
    const label = coupon_code ? `Discount (${coupon_code})` : 'Discount'
    charges.push({
      key: 'discount',
      kind: 'discount',
      label,
      amount: `${minus}${formatMoney(discount)}`,
    })
  }
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
