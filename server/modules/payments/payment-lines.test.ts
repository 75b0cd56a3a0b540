import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fromCents, toCents } from '#contract/money.ts'
import { noteOf, orderOfNotes, paymentLines } from './payment-lines.ts'

const id = '0b6f3c1e-4a55-4c0e-9d7a-2f5f1f3a9c10'

const item = fc.record({
  name: fc.string({ minLength: 1, maxLength: 200 }),
  quantity: fc.integer({ min: 1, max: 60 }),
  price: fc.integer({ min: 0, max: 100_000 }).map(fromCents),
})
const taxLine = fc.record({
  name: fc.string({ minLength: 1, maxLength: 200 }),
  rate: fc.constant(4),
  place: fc.constant('US-NY'),
  amount: fc.integer({ min: 0, max: 5000 }).map(fromCents),
})
const cart = fc
  .record({
    items: fc.array(item, { minLength: 1, maxLength: 20 }),
    part: fc.integer({ min: 0, max: 1000 }),
    shipping: fc.integer({ min: 0, max: 5000 }).map(fromCents),
    tax_lines: fc.array(taxLine, { maxLength: 4 }),
    tax_included: fc.boolean(),
  })
  .map(({ items, part, ...charges }) => {
    const subtotal = items.reduce((sum, one) => sum + toCents(one.price) * one.quantity, 0)
    const discount = Math.floor((subtotal * part) / 1000)
    const shipping_method = { name: 'Standard', delivery_time: '3 to 5 days' }
    const taxes = charges.tax_lines.reduce((sum, { amount }) => sum + toCents(amount), 0)
    return {
      ...charges,
      id,
      items,
      discount: fromCents(discount),
      coupon_code: 'SPRING',
      shipping_method,
      cents: subtotal - discount + toCents(charges.shipping) + (charges.tax_included ? 0 : taxes),
    }
  })

test('of 10,000 carts with discount, shipping and taxes, each page sums up to exactly the total, in lines that the provider takes', () => {
  const property = fc.property(cart, (order) => {
    const lines = paymentLines(order)
    const sum = lines.reduce((total, line) => total + line.price * line.unitQty, 0)
    expect(sum).toBe(order.cents)
    const refused = lines.filter(({ price, unitQty, name, note }) => {
      const isCounted =
        Number.isSafeInteger(price) && price > 0 && Number.isSafeInteger(unitQty) && unitQty > 0
      return !isCounted || name.length > 127 || orderOfNotes([note]) !== id
    })
    expect(refused).toEqual([])
  })
  fc.assert(property, { numRuns: process.env.MUTATION_FILE ? 200 : 10_000 })
})

const NONE = { shipping: 0, shipping_method: null, tax_included: false, tax_lines: [] }

test('shipping and taxes are lines of their own, taxes in the prices are not', () => {
  const order = {
    ...NONE,
    id,
    items: [{ name: 'Mug', quantity: 1, price: 19.99 }],
    discount: 0,
    coupon_code: null,
    shipping: 5.99,
    shipping_method: { name: 'Standard', delivery_time: '' },
    tax_lines: [{ name: 'New York', rate: 4, place: 'US-NY', amount: 0.8 }],
  }
  const amounts = (lines: ReturnType<typeof paymentLines>) =>
    lines.map(({ name, price }) => [name, price])
  const named = [
    ['Mug', 1999],
    ['Shipping: Standard', 599],
  ]
  expect(amounts(paymentLines(order))).toEqual([...named, ['New York', 80]])
  expect(amounts(paymentLines({ ...order, tax_included: true }))).toEqual(named)
})

test('a discount that does not divide by the quantity becomes one line of its exact sum, and says so', () => {
  const items = [{ name: 'Mug', quantity: 3, price: 19.99 }]
  expect(paymentLines({ ...NONE, id, items, discount: 5, coupon_code: 'SPRING' })).toEqual([
    { name: 'Mug × 3 (code SPRING)', note: noteOf(id), price: 5497, unitQty: 1 },
  ])
})

test('without a discount the lines are those of the cart', () => {
  const items = [{ name: 'Mug', quantity: 3, price: 19.99 }]
  expect(paymentLines({ ...NONE, id, items, discount: 0, coupon_code: null })).toEqual([
    { name: 'Mug', note: noteOf(id), price: 1999, unitQty: 3 },
  ])
})

test('a note that only looks like ours names no order', () => {
  expect(orderOfNotes(['Order 1042', 'Petal order soon', ''])).toBeNull()
  expect(orderOfNotes([`See ${noteOf(id)}`, `${noteOf(id)}, the second`])).toBeNull()
  expect(
    orderOfNotes([` ${noteOf(id).toUpperCase().replace('PETAL ORDER', 'Petal order')}\n`]),
  ).toBe(id)
})

test('names are cut to the 127 letters that the provider takes, with what is said behind them', () => {
  const long = 'n'.repeat(200)
  const order = {
    ...NONE,
    id,
    items: [{ name: long, quantity: 3, price: 19.99 }],
    discount: 5,
    coupon_code: null,
    shipping: 5.99,
    tax_lines: [{ name: long, rate: 4, place: 'US-NY', amount: 0.8 }],
  }
  const suffix = ' × 3 (code discount)'
  expect(paymentLines(order).map(({ name }) => name)).toEqual([
    `${'n'.repeat(127 - suffix.length)}${suffix}`,
    'Shipping',
    'n'.repeat(127),
  ])
})
