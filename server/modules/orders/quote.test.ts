import fc from 'fast-check'
import { expect, test } from 'vitest'
import { quote } from './quote.ts'

const cents = fc.integer({ min: 0, max: 500_000 })
const lines = fc.array(
  fc.record({
    price: cents.map((amount) => amount / 100),
    quantity: fc.integer({ min: 1, max: 50 }),
  }),
  { minLength: 1, maxLength: 12 },
)
const percentage = fc.integer({ min: 1, max: 100 }).map((discount_percentage) => ({
  discount_percentage,
  discount_amount: null,
}))
const amount = fc.integer({ min: 1, max: 1_000_000 }).map((fixed) => ({
  discount_percentage: null,
  discount_amount: fixed / 100,
}))
const coupon = fc.oneof(fc.constant(null), percentage, amount)

test('of 10,000 carts and coupons, each total is the subtotal less the discount, never below nothing, in whole cents', () => {
  const property = fc.property(lines, coupon, (cart, code) => {
    const sums = quote(cart, code)
    const subtotal = cart.reduce(
      (sum, line) => sum + Math.round(line.price * 100) * line.quantity,
      0,
    )
    expect(sums.subtotal).toBe(subtotal)
    expect(sums.total).toBe(sums.subtotal - sums.discount)
    expect(sums.total).toBeGreaterThanOrEqual(0)
    expect(sums.discount).toBeGreaterThanOrEqual(0)
    expect(Object.values(sums).every(Number.isSafeInteger)).toBe(true)
  })
  fc.assert(property, { numRuns: 10_000 })
})

test('a percentage is rounded half up to the cent', () => {
  const tenPercent = { discount_percentage: 10, discount_amount: null }
  expect(quote([{ price: 0.05, quantity: 1 }], tenPercent).discount).toBe(1)
  expect(quote([{ price: 0.04, quantity: 1 }], tenPercent).discount).toBe(0)
  expect(quote([{ price: 19.95, quantity: 1 }], tenPercent)).toEqual({
    subtotal: 1995,
    discount: 200,
    total: 1795,
  })
})

test('a fixed amount above the subtotal makes the order free, not negative', () => {
  const fifty = { discount_percentage: null, discount_amount: 50 }
  expect(quote([{ price: 20, quantity: 2 }], fifty)).toEqual({
    subtotal: 4000,
    discount: 4000,
    total: 0,
  })
})
