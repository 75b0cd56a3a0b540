import type { OrderLine } from '#contract/orders.ts'
import { findProducts } from '#server/modules/catalog/index.ts'
import type { Db } from '#server/platform/database.ts'
import { errors } from '#server/platform/errors.ts'
import { outOfStock } from './hold.ts'
import { quote } from './quote.ts'

/** $999,999.99, the most the provider takes at once. */
const LARGEST_SUBTOTAL_CENTS = 99_999_999

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

/** The lines with the shop's own prices. What is gone or too few is refused before anything is locked. */
export async function priceLines(db: Db, lines: OrderLine[]) {
  const products = await findProducts(
    db,
    lines.map((line) => line.product_id),
  )
  const sellable = new Map(
    products.filter((one) => one.archived_at === null).map((one) => [one.id, one]),
  )
  const isShort = (line: OrderLine) => (sellable.get(line.product_id)?.stock ?? 0) < line.quantity
  const short = lines.filter(isShort).map((line) => line.product_id)
  if (short.length > 0) throw outOfStock(short)
  const priced = lines.map((line) => ({
    ...line,
    price: sellable.get(line.product_id)?.price ?? 0,
  }))
  if (quote(priced, null).subtotal > LARGEST_SUBTOTAL_CENTS) {
    throw errors.TOO_LARGE()
  }
  return priced
}
