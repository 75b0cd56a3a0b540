import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, toCents } from '#contract/fields.ts'
import { noteOf, orderOfNotes, paymentLines } from './payment-lines.ts'

const id = '0b6f3c1e-4a55-4c0e-9d7a-2f5f1f3a9c10'

const item = fc.record({
  name: fc.string({ minLength: 1, maxLength: 200 }),
  quantity: fc.integer({ min: 1, max: 60 }),
  price: fc.integer({ min: 0, max: 100_000 }).map(fromCents),
})
const cart = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 20 }),
    part: fc.integer({ min: 0, max: 1000 }),
  })
  .map(({ items, part }) => {
    const subtotal = items.reduce((sum, one) => sum + toCents(one.price) * one.quantity, 0)
    const discount = Math.floor((subtotal * part) / 1000)
    return { id, items, subtotal, discount: fromCents(discount), coupon_code: 'SPRING' }
  })

test('of 10,000 discounted carts, each page sums up to exactly the total, in lines that the provider takes', () => {
  const property = fc.property(cart, (order) => {
    const lines = paymentLines(order)
    const sum = lines.reduce((total, line) => total + line.price * line.unitQty, 0)
    expect(sum).toBe(order.subtotal - toCents(order.discount))
    const refused = lines.filter(({ price, unitQty, name, note }) => {
      const isCounted =
        Number.isSafeInteger(price) && price > 0 && Number.isSafeInteger(unitQty) && unitQty > 0
      return !isCounted || name.length > 127 || orderOfNotes([note]) !== id
    })
    expect(refused).toEqual([])
  })
  fc.assert(property, { numRuns: 10_000 })
})

test('a discount that does not divide by the quantity becomes one line of its exact sum, and says so', () => {
  const items = [{ name: 'Mug', quantity: 3, price: 19.99 }]
  expect(paymentLines({ id, items, discount: 5, coupon_code: 'SPRING' })).toEqual([
    { name: 'Mug × 3 (code SPRING)', note: noteOf(id), price: 5497, unitQty: 1 },
  ])
})

test('without a discount the lines are those of the cart', () => {
  const items = [{ name: 'Mug', quantity: 3, price: 19.99 }]
  expect(paymentLines({ id, items, discount: 0, coupon_code: null })).toEqual([
    { name: 'Mug', note: noteOf(id), price: 1999, unitQty: 3 },
  ])
})

test('a note that only looks like ours names no order', () => {
  expect(orderOfNotes(['Order 1042', 'Petal order soon', ''])).toBeNull()
})
