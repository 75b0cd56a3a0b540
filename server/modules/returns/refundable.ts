import { fromCents, toCents } from '#contract/money.ts'
import type { Order } from '#contract/orders.ts'
import { refundAmount } from '#contract/refund-parts.ts'
import type { ReturnRefund } from '#contract/returns.ts'
import { splitCents } from '#contract/split-cents.ts'
import type { Db } from '#server/platform/database.ts'
import { findProducts } from '../catalog/index.ts'
import { chargesOfLines } from '../orders/index.ts'
import { listPaymentsOf } from '../payments/index.ts'

type ReturnedLine = { product_id: string; arrived: number | null }

/** The payment that completed the order; none for one that was paid some other way. */
export const findSettled = async (db: Db, order_id: string) =>
  (await listPaymentsOf(db, order_id)).find(({ status }) => status === 'settled')

/** What a refund of the units that arrived comes to: what they cost after the discount, with the tax on them. */
export async function findRefundable(
  db: Db,
  order: Order,
  lines: readonly ReturnedLine[],
): Promise<ReturnRefund | null> {
  const payment = await findSettled(db, order.id)
  if (!payment) return null
  const left = fromCents(toCents(payment.amount) - toCents(payment.refunded))
  if (left <= 0) return null
  const { payment_id, parts_left } = payment
  const { goods, tax } = await valueOfReturned(db, order, lines)
  if (!parts_left) {
    return {
      payment_id,
      left,
      parts_left,
      parts: null,
      amount: fromCents(Math.min(goods, toCents(left))),
    }
  }
  // Earlier refunds may have given back more than their share of a part. Tax within the prices is a part of the goods.
  const goodsBack = Math.min(fromCents(goods), parts_left.goods)
  const mostTax = order.tax_included ? Math.min(goodsBack, parts_left.tax) : parts_left.tax
  const parts = { goods: goodsBack, shipping: 0, tax: Math.min(fromCents(tax), mostTax) }
  return { payment_id, left, parts_left, parts, amount: refundAmount(parts, order.tax_included) }
}

/** In cents. */
async function valueOfReturned(db: Db, order: Order, lines: readonly ReturnedLine[]) {
  const products = await findProducts(
    db,
    order.items.map(({ product_id }) => product_id),
  )
  const exempt = new Set(products.filter((one) => one.tax_exempt).map(({ id }) => id))
  const items = order.items.map((item) => ({ ...item, tax_exempt: exempt.has(item.product_id) }))
  const charges = chargesOfLines(items, order)
  return items.reduce(
    (sum, { product_id, quantity }, place) => {
      const arrived = lines.find((line) => line.product_id === product_id)?.arrived ?? 0
      const shareOf = (cents = 0) => splitCents([arrived, quantity - arrived], cents)[0] ?? 0
      return {
        goods: sum.goods + shareOf(charges[place]?.goods),
        tax: sum.tax + shareOf(charges[place]?.tax),
      }
    },
    { goods: 0, tax: 0 },
  )
}
