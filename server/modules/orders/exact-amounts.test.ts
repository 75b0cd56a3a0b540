import { expect, test } from 'vitest'
import { lineTotal, subtotalOf } from '#contract/money.ts'
import { partsLeft } from '#contract/refund-parts.ts'
import { splitCents } from '#contract/split-cents.ts'
import { chargesOfLines, computeTotals } from './totals.ts'

test('cents that are left go to the largest remainders, of equal ones to the first', () => {
  expect(splitCents([1, 1, 1], 1)).toEqual([1, 0, 0])
  expect(splitCents([1, 2, 2], 7)).toEqual([1, 3, 3])
  expect(splitCents([1, 0, 3], 10)).toEqual([3, 0, 7])
})

test('zero is split into zeros, and without shares all parts are zero', () => {
  expect(splitCents([3, 4], 0)).toEqual([0, 0])
  expect(splitCents([0, 0], 5)).toEqual([0, 0])
  expect(splitCents([], 5)).toEqual([])
})

test('a line is its price times its quantity, and a cart the sum of its lines', () => {
  expect(lineTotal({ price: 19.95, quantity: 3 })).toBe(59.85)
  expect(subtotalOf([])).toBe(0)
  expect(
    subtotalOf([
      { price: 19.95, quantity: 3 },
      { price: 0.1, quantity: 2 },
    ]),
  ).toBe(60.05)
})

test('when less is left of a payment than its parts come to, tax goes first, then shipping', () => {
  const added = { shipping: 5, tax: 2, tax_included: false }
  expect(partsLeft(added, [], 6)).toEqual({ goods: 0, shipping: 4, tax: 2 })
  expect(partsLeft({ ...added, tax_included: true }, [], 6)).toEqual({
    goods: 1,
    shipping: 5,
    tax: 2,
  })
})

test('what a colleague gives comes after the coupon, and both together take no more than the subtotal', () => {
  const cart = [{ price: 20, quantity: 1 }]
  const half = { discount_percentage: 50, discount_amount: null }
  expect(computeTotals(cart, half, { extra_discount: 300 })).toMatchObject({
    discount: 1300,
    extra_discount: 300,
    total: 700,
    tax_included: false,
  })
  expect(computeTotals(cart, half, { extra_discount: 1500 })).toMatchObject({
    discount: 2000,
    extra_discount: 1000,
    total: 0,
  })
})

test('each line of a placed order has its share of the discount, and the tax on the rest unless exempt', () => {
  const lines = [
    { price: 10, quantity: 2 },
    { price: 20, quantity: 1, tax_exempt: true },
    { price: 0.4, quantity: 1 },
  ]
  const tax_lines = [{ rate: 4 }, { rate: 4.5 }, { rate: 0.375 }]
  const order = { discount: 10.1, tax_included: false, tax_lines }
  expect(chargesOfLines(lines, order)).toEqual([
    { goods: 1500, tax: 133 },
    { goods: 1500, tax: 0 },
    { goods: 30, tax: 3 },
  ])
  expect(chargesOfLines(lines.slice(0, 1), { ...order, discount: 0, tax_included: true })).toEqual([
    { goods: 2000, tax: 163 },
  ])
})
