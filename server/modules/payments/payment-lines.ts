import { toCents } from '#contract/fields.ts'
import type { PaymentLine } from './clover/index.ts'

type Item = { name: string; quantity: number; price: number }
type Payable = { id: string; items: Item[]; discount: number; coupon_code: string | null }

const LONGEST_NAME = 127

/** Puts our order id into the provider's records, so that a payment is found even if its webhook event is lost. */
export const noteOf = (order_id: string) => `Petal order ${order_id}`

export function orderOfNotes(notes: string[]): string | null {
  for (const note of notes) {
    const id = /^Petal order ([0-9a-f-]{36})$/i.exec(note.trim())?.[1]
    if (id) return id.toLowerCase()
  }
  return null
}

/**
 * The lines of the payment page; their sum is exactly our total. The provider has no discounts, so ours is folded
 * into the line prices. It refuses lines with a price of 0, so those are left out.
 */
export function paymentLines(order: Payable): PaymentLine[] {
  const amounts = order.items.map((item) => toCents(item.price) * item.quantity)
  const shares = splitDiscount(amounts, toCents(order.discount))
  return order.items.flatMap((item, place) => {
    const share = shares[place] ?? 0
    const net = (amounts[place] ?? 0) - share
    return net > 0 ? [lineOf(order, item, net, share > 0)] : []
  })
}

function lineOf(
  order: Payable,
  { name, quantity }: Item,
  net: number,
  discounted: boolean,
): PaymentLine {
  const code = discounted ? ` (code ${order.coupon_code ?? 'discount'})` : ''
  const divides = net % quantity === 0
  // An amount that does not divide evenly is sent as one unit of the exact sum.
  const suffix = `${divides || quantity === 1 ? '' : ` × ${quantity}`}${code}`
  return {
    name: `${name.slice(0, LONGEST_NAME - suffix.length)}${suffix}`,
    note: noteOf(order.id),
    price: divides ? net / quantity : net,
    unitQty: divides ? quantity : 1,
  }
}

/** In proportion to the amounts; remaining cents by largest remainder. */
function splitDiscount(amounts: number[], discount: number): number[] {
  const sum = amounts.reduce((total, amount) => total + amount, 0)
  if (discount === 0 || sum === 0) return amounts.map(() => 0)
  const exact = amounts.map((amount) => BigInt(amount) * BigInt(discount))
  const shares = exact.map((value) => Number(value / BigInt(sum)))
  const rest = exact.map((value) => Number(value % BigInt(sum)))
  const byRest = rest
    .map((_, place) => place)
    .sort((a, b) => (rest[b] ?? 0) - (rest[a] ?? 0) || a - b)
  const left = discount - shares.reduce((total, share) => total + share, 0)
  for (const place of byRest.slice(0, left)) shares[place] = (shares[place] ?? 0) + 1
  return shares
}
