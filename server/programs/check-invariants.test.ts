import { sql } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { givenProduct } from '../testing/factories.ts'
import {
  givenCoupon,
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
  placed,
} from '../testing/order-factories.ts'
import { givenReview } from '../testing/review-factories.ts'

let shop: PayableShop

beforeAll(async () => {
  shop = await givenPayableShop()
  const serum = await givenProduct(shop.db, { price: 10, stock: 100 })
  const paid = await givenOpenPage(shop, serum)
  await shop.simulator.control.pay(paid.session)
  await placed(shop.visitor(), serum)
  await givenCoupon(shop.db, { code: 'SPRING' })
  await givenReview(shop.db, { product_id: serum.id, rating: 3 })
})

beforeEach(async () => {
  expect(await shop.findings()).toEqual([])
})

const wrongs: [what: string, wrong: string, right: string][] = [
  [
    'every picture that is shown',
    "update products set images = '{/files/0123456789abcdef-1700000000000-20x20.jpg}'",
    "update products set images = '{}'",
  ],
  [
    'the sum of its movements',
    'update products set stock = stock - 1',
    'update products set stock = stock + 1',
  ],
  [
    'has taken what it holds',
    "update stock_movements set change = change - 1 where reason = 'ordered'",
    "update stock_movements set change = change + 1 where reason = 'ordered'",
  ],
  [
    'an order holds its stock',
    "update orders set holds_stock = false where status = 'completed'",
    "update orders set holds_stock = true where status = 'completed'",
  ],
  [
    'the last event of an order',
    "update orders set status = 'processing' where status = 'completed'",
    "update orders set status = 'completed' where status = 'processing'",
  ],
  [
    'the sum of its lines',
    'update order_items set price = price + 1',
    'update order_items set price = price - 1',
  ],
  [
    'the uses of a coupon',
    'update coupons set current_uses = 1',
    'update coupons set current_uses = 0',
  ],
  [
    'exactly one settled payment',
    "update payments set status = 'resolved', attention_reason = 'late'",
    "update payments set status = 'settled', attention_reason = null",
  ],
  [
    'the one its order names',
    'update payments set amount = amount + 1',
    'update payments set amount = amount - 1',
  ],
  [
    'the sum of its refunds',
    'update payments set refunded = 1',
    'update payments set refunded = 0',
  ],
  [
    'that of its shown reviews',
    'update products set review_count = review_count + 1',
    'update products set review_count = review_count - 1',
  ],
  [
    'the number of its votes',
    'update reviews set helpful_count = 1',
    'update reviews set helpful_count = 0',
  ],
  [
    'long after its hold has ended',
    "update orders set hold_until = hold_until - interval '1 hour' where status = 'pending'",
    "update orders set hold_until = hold_until + interval '1 hour' where status = 'pending'",
  ],
]

test.each(wrongs)('the doctor finds when it is not so: %s', async (what, wrong, right) => {
  await shop.db.execute(sql.raw(wrong))
  const findings = await shop.findings()
  await shop.db.execute(sql.raw(right))
  expect(findings.join('\n')).toContain(what)
})
