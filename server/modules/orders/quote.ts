import { toCents } from './cents.ts'

export type PricedLine = { price: number; quantity: number }
export type Discount = { discount_percentage: number | null; discount_amount: number | null }
/** In cents. */
export type Quote = { subtotal: number; discount: number; total: number }

/** What an order costs. The discount is rounded half up to the cent and never more than the subtotal. */
export function quote(lines: PricedLine[], coupon: Discount | null): Quote {
  const subtotal = lines.reduce((sum, line) => sum + toCents(line.price) * line.quantity, 0)
  const discount = coupon ? Math.min(subtotal, discountOf(subtotal, coupon)) : 0
  return { subtotal, discount, total: subtotal - discount }
}

function discountOf(subtotal: number, { discount_percentage, discount_amount }: Discount) {
  if (discount_percentage !== null) return Math.floor((subtotal * discount_percentage + 50) / 100)
  return toCents(discount_amount ?? 0)
}
