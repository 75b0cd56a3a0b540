import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, toCents } from '#contract/money.ts'
import { partsLeft, refundAmount, splitRefund } from '#contract/refund-parts.ts'
import { paymentLines } from '../payments/payment-lines.ts'
import { computeTotals, inDollars, type TotalsInCents } from './totals.ts'

/** A mutation check runs them for each of hundreds of changes. */
const runs = (usual: number) => (process.env.MUTATION_FILE ? usual / 50 : usual)

const cents = fc.integer({ min: 0, max: 500_000 })
const carts = fc.array(
  fc.record({
    price: cents.map((amount) => amount / 100),
    quantity: fc.integer({ min: 1, max: 50 }),
    tax_exempt: fc.boolean(),
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
const discounts = fc.oneof(fc.constant(null), percentage, amount)
const rates = fc.array(
  fc.record({
    name: fc.constantFrom('State', 'County', 'City', 'Special'),
    rate: fc.integer({ min: 1, max: 300_000 }).map((units) => units / 10_000),
    place: fc.constantFrom('US-NY', 'US-NY 10001', 'DE'),
    shipping_taxed: fc.boolean(),
  }),
  { maxLength: 5 },
)
const charges = fc.record({
  shipping: fc.integer({ min: 0, max: 10_000 }),
  tax: fc.oneof(fc.constant(null), fc.record({ included: fc.boolean(), rates })),
})

const amountsOf = ({ tax_included, tax_lines, ...amounts }: TotalsInCents) => Object.values(amounts)
const sumOf = (amounts: number[]) => amounts.reduce((sum, one) => sum + one, 0)

// Shows S3.3, S5.12, B9.4
test('of 10,000 carts, coupons, shipping and taxes, each total adds up, never below nothing, in whole cents', () => {
  const property = fc.property(carts, discounts, charges, (cart, code, added) => {
    const sums = computeTotals(cart, code, added)
    const subtotal = sumOf(cart.map((line) => Math.round(line.price * 100) * line.quantity))
    expect(sums.subtotal).toBe(subtotal)
    const tax = sums.tax_included ? 0 : sums.tax
    expect(sums.total).toBe(sums.subtotal - sums.discount + sums.shipping + tax)
    expect(sumOf(sums.tax_lines.map((line) => toCents(line.amount)))).toBe(sums.tax)
    expect(sums.tax_lines.every((line) => line.amount > 0)).toBe(true)
    expect(amountsOf(sums).every((one) => Number.isSafeInteger(one) && one >= 0)).toBe(true)
  })
  fc.assert(property, { numRuns: runs(10_000) })
})

test('of 5,000 carts the tax is the exact one, but for half a cent a line, and within prices that contain it', () => {
  const property = fc.property(carts, discounts, charges, (cart, code, added) => {
    const sums = computeTotals(cart, code, added)
    const { rates: all, included } = added.tax ?? { rates: [], included: false }
    const rate = sumOf(all.map((one) => one.rate)) / 100
    const ofShipping = sumOf(all.map((one) => (one.shipping_taxed ? one.rate : 0))) / 100
    const charged = sums.subtotal === 0 ? 0 : 1 - sums.discount / sums.subtotal
    const taxed = sumOf(cart.map((one) => (one.tax_exempt ? 0 : one.price * 100 * one.quantity)))
    const parts = (one: number) => (included ? one / (1 + one) : one)
    const exact = taxed * charged * parts(rate) + added.shipping * parts(ofShipping)
    // The discount of a line is rounded as well, by less than a cent.
    const slack = (cart.length + 1) * (0.5 + rate) + 0.01
    expect(Math.abs(sums.tax - exact)).toBeLessThanOrEqual(slack)
    if (included) expect(sums.tax).toBeLessThanOrEqual(sums.total)
    if (cart.every((one) => one.tax_exempt) && added.shipping === 0) expect(sums.tax).toBe(0)
  })
  fc.assert(property, { numRuns: runs(5000) })
})

test("of 3,000 orders with taxes, the provider's lines sum up to exactly the total", () => {
  const property = fc.property(carts, discounts, charges, (cart, code, added) => {
    const sums = computeTotals(cart, code, added)
    const order = {
      ...inDollars(sums),
      id: '0b6f3c1e-4a55-4c0e-9d7a-2f5f1f3a9c10',
      coupon_code: code && 'CODE',
      shipping_method: null,
      tax_lines: sums.tax_lines,
      items: cart.map((line) => ({ ...line, name: 'Serum' })),
    }
    const lines = paymentLines(order)
    expect(sumOf(lines.map(({ price, unitQty }) => price * unitQty))).toBe(sums.total)
  })
  fc.assert(property, { numRuns: runs(3000) })
})

const portions = fc.array(fc.double({ min: 0.001, max: 1, noNaN: true }), { maxLength: 6 })

test('of 5,000 orders refunded in parts, no part gives back more than was paid for it, and the last one gives back the rest', () => {
  const property = fc.property(carts, discounts, charges, portions, (cart, code, added, some) => {
    const order = inDollars(computeTotals(cart, code, added))
    const given: { shipping: number; tax: number; goods: number; amount: number }[] = []
    const leftOf = () =>
      fromCents(toCents(order.total) - sumOf(given.map((one) => toCents(one.amount))))
    for (const portion of [...some, 1]) {
      const left = leftOf()
      const amount = fromCents(Math.ceil(toCents(left) * portion))
      const parts = splitRefund(partsLeft(order, given, left), amount, order.tax_included)
      expect(toCents(refundAmount(parts, order.tax_included))).toBe(toCents(amount))
      expect(Object.values(parts).every((part) => part >= 0)).toBe(true)
      given.push({ ...parts, amount })
    }
    expect(leftOf()).toBe(0)
    const back = (part: 'goods' | 'shipping' | 'tax') =>
      sumOf(given.map((one) => toCents(one[part])))
    expect(back('shipping')).toBe(toCents(order.shipping))
    expect(back('tax')).toBe(toCents(order.tax))
    expect(back('goods')).toBe(toCents(order.subtotal) - toCents(order.discount))
  })
  fc.assert(property, { numRuns: runs(5000) })
})

// Shows S5.12, B9.4
test('a percentage is rounded half up to the cent', () => {
  const tenPercent = { discount_percentage: 10, discount_amount: null }
  expect(computeTotals([{ price: 0.05, quantity: 1 }], tenPercent).discount).toBe(1)
  expect(computeTotals([{ price: 0.04, quantity: 1 }], tenPercent).discount).toBe(0)
  expect(computeTotals([{ price: 19.95, quantity: 1 }], tenPercent)).toMatchObject({
    subtotal: 1995,
    discount: 200,
    total: 1795,
  })
})

// Shows S5.12, B9.4
test('a fixed amount above the subtotal makes the order free, not negative', () => {
  const fifty = { discount_percentage: null, discount_amount: 50 }
  expect(computeTotals([{ price: 20, quantity: 2 }], fifty)).toMatchObject({
    subtotal: 4000,
    discount: 4000,
    total: 0,
  })
})

const NEW_YORK = [
  { name: 'State', rate: 4, place: 'US-NY', shipping_taxed: true },
  { name: 'City', rate: 4.5, place: 'US-NY 10001', shipping_taxed: false },
  { name: 'Transit', rate: 0.375, place: 'US-NY 10001', shipping_taxed: false },
]

test('rates add up, each line is rounded half up, and what is exempt is not taxed', () => {
  const lines = [
    { price: 20, quantity: 1 },
    { price: 0.4, quantity: 1 },
    { price: 100, quantity: 1, tax_exempt: true },
  ]
  const tax = { included: false, rates: NEW_YORK }
  // 8.875 % of $20 is $1.775, of 40 cents 3.55 cents; 4 % of the shipping is 20 cents.
  expect(computeTotals(lines, null, { shipping: 500, tax })).toMatchObject({
    tax: 178 + 4 + 20,
    total: 12_040 + 500 + 202,
    tax_lines: [
      { name: 'State', rate: 4, place: 'US-NY', amount: 1.02 },
      { name: 'City', amount: 0.92 },
      { name: 'Transit', amount: 0.08 },
    ],
  })
})

test('tax within the prices is named and not added', () => {
  const rate = { name: 'VAT', rate: 19, place: 'DE', shipping_taxed: true }
  const tax = { included: true, rates: [rate] }
  expect(computeTotals([{ price: 119, quantity: 1 }], null, { shipping: 595, tax })).toMatchObject({
    tax: 1995,
    tax_included: true,
    total: 11_900 + 595,
  })
})

test('a coupon lowers the taxed amount of each line in proportion', () => {
  const lines = [
    { price: 10, quantity: 1 },
    { price: 30, quantity: 1, tax_exempt: true },
  ]
  const tax = { included: false, rates: [{ ...NEW_YORK[0]!, rate: 10 }] }
  const ten = { discount_percentage: null, discount_amount: 10 }
  expect(computeTotals(lines, ten, { tax })).toMatchObject({ discount: 1000, tax: 75, total: 3075 })
})
