import { toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { splitCents } from '#contract/split-cents.ts'
import type { PaymentLine } from './clover/index.ts'

type Item = { name: string; quantity: number; price: number }
type Payable = Pick<
  Order,
  'id' | 'discount' | 'coupon_code' | 'shipping' | 'shipping_method' | 'tax_included' | 'tax_lines'
> & { items: Item[] }

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
  const shares = splitCents(amounts, toCents(order.discount))
  const items = order.items.flatMap((item, place) => {
    const share = shares[place] ?? 0
    const net = (amounts[place] ?? 0) - share
    return net > 0 ? [lineOf(order, item, net, share > 0)] : []
  })
  return [...items, ...chargeLines(order)]
}

/** Shipping and the taxes that the prices do not contain. */
function chargeLines({ id, shipping, shipping_method, tax_included, tax_lines }: Payable) {
  const name = shipping_method ? `Shipping: ${shipping_method.name}` : 'Shipping'
  const taxes = tax_included ? [] : tax_lines
  return [{ name, amount: shipping }, ...taxes]
    .filter(({ amount }) => amount > 0)
    .map((charge) => ({
      name: charge.name.slice(0, LONGEST_NAME),
      note: noteOf(id),
      price: toCents(charge.amount),
      unitQty: 1,
    }))
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
  const suffix = `${divides ? '' : ` × ${quantity}`}${code}`
  return {
    name: `${name.slice(0, LONGEST_NAME - suffix.length)}${suffix}`,
    note: noteOf(order.id),
    price: divides ? net / quantity : net,
    unitQty: divides ? quantity : 1,
  }
}
