import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { TaxLine } from '#contract/totals.ts'
import { readOrder } from '#server/modules/orders/index.ts'
import type { orders } from '#server/modules/orders/orders.table.ts'
import { payments, refunds } from '#server/modules/payments/payments.table.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { findRefundable } from './refundable.ts'

const { db } = await givenDatabase()

type Product = Awaited<ReturnType<typeof givenProduct>>
type Items = { product: Product; quantity: number }[]

const TAX: TaxLine = { name: 'State Tax', place: 'US-MA', rate: 10, amount: 0 }

/** An order of these with the payment that completed it. */
async function givenPaid(
  items: Items,
  given: Partial<typeof orders.$inferInsert> = {},
  paid: Partial<typeof payments.$inferInsert> = {},
) {
  const { id, total } = await givenOrder(db, { items, ...given })
  const payment_id = `PAY${randomUUID().slice(0, 10)}`
  const status = 'settled'
  const merchant_id = 'MERCHANTSIM01'
  await db
    .insert(payments)
    .values({ payment_id, order_id: id, merchant_id, amount: total, status, ...paid })
  return { payment_id, order_id: id }
}

async function refundableOf(order_id: string, arrived: [Product, number | null][]) {
  const order = await readOrder(db, order_id)
  if (!order) throw new Error('No order')
  const lines = arrived.map(([{ id }, count]) => ({ product_id: id, arrived: count }))
  return findRefundable(db, order, lines)
}

async function givenRefund(payment_id: string, given: { amount: number; tax: number }) {
  await db.insert(refunds).values({ payment_id, status: 'confirmed', ...given })
}

test('an order that was not paid through the shop has nothing to give back', async () => {
  const soap = await givenProduct(db, { price: 10 })
  const { id } = await givenOrder(db, { items: [{ product: soap, quantity: 1 }] })
  expect(await refundableOf(id, [[soap, 1]])).toBeNull()
})

test('of two payments, the one that completed the order is given back', async () => {
  const soap = await givenProduct(db, { price: 10 })
  const { payment_id, order_id } = await givenPaid(
    [{ product: soap, quantity: 1 }],
    {},
    {
      created_at: '2026-03-01T00:00:00Z',
    },
  )
  await db.insert(payments).values({
    payment_id: `${payment_id}B`,
    order_id,
    merchant_id: 'MERCHANTSIM01',
    amount: 10,
    status: 'needs-attention',
    attention_reason: 'second-payment',
    created_at: '2026-03-02T00:00:00Z',
  })
  expect(await refundableOf(order_id, [[soap, 1]])).toEqual({
    payment_id,
    left: 10,
    parts_left: null,
    parts: null,
    amount: 10,
  })
})

test('units that did not arrive, and products that were not sent back, are not given back', async () => {
  const [soap, balm, oil] = [
    await givenProduct(db, { price: 10 }),
    await givenProduct(db, { price: 7 }),
    await givenProduct(db, { price: 5 }),
  ]
  const { order_id } = await givenPaid([
    { product: soap, quantity: 3 },
    { product: balm, quantity: 1 },
    { product: oil, quantity: 1 },
  ])
  const amountOf = async (arrived: [Product, number | null][]) =>
    (await refundableOf(order_id, arrived))?.amount
  expect(
    await amountOf([
      [soap, 2],
      [oil, null],
    ]),
  ).toBe(20)
  expect(
    await amountOf([
      [balm, 1],
      [soap, 1],
    ]),
  ).toBe(17)
  expect(await amountOf([[balm, 0]])).toBe(0)
})

test('never more is given back than is left of the payment, and nothing once all is', async () => {
  const soap = await givenProduct(db, { price: 10 })
  const items = [{ product: soap, quantity: 2 }]
  const leftOf = async (refunded: number) => {
    const { order_id } = await givenPaid(items, {}, { refunded })
    return refundableOf(order_id, [[soap, 2]])
  }
  expect(await leftOf(0)).toMatchObject({ amount: 20, left: 20 })
  expect(await leftOf(12.5)).toMatchObject({ amount: 7.5, left: 7.5 })
  expect(await leftOf(19.99)).toMatchObject({ amount: 0.01, left: 0.01 })
  expect(await leftOf(20)).toBeNull()
})

test('the tax of what arrived goes back with it, and what is exempt has none', async () => {
  const soap = await givenProduct(db, { price: 10 })
  const book = await givenProduct(db, { price: 4, tax_exempt: true })
  const { payment_id, order_id } = await givenPaid(
    [
      { product: soap, quantity: 2 },
      { product: book, quantity: 1 },
    ],
    // Half of 24.00 was taken off; 10 % tax on the 10.00 of the soap.
    { discount: 12, shipping: 3, tax: 1, tax_lines: [{ ...TAX, amount: 1 }], total: 16 },
  )
  expect(
    await refundableOf(order_id, [
      [soap, 1],
      [book, 1],
    ]),
  ).toEqual({
    payment_id,
    left: 16,
    parts_left: { goods: 12, shipping: 3, tax: 1, tax_included: false },
    parts: { goods: 7, shipping: 0, tax: 0.5 },
    amount: 7.5,
  })
})

test('of each part no more is given back than earlier refunds left', async () => {
  const soap = await givenProduct(db, { price: 10 })
  const order = { tax: 2, tax_lines: [{ ...TAX, amount: 2 }], total: 22 }
  const refundableAfter = async (given: { amount: number; tax: number }) => {
    const paid = { refunded: given.amount }
    const { payment_id, order_id } = await givenPaid([{ product: soap, quantity: 2 }], order, paid)
    await givenRefund(payment_id, given)
    return refundableOf(order_id, [[soap, 1]])
  }
  expect(await refundableAfter({ amount: 14, tax: 0 })).toMatchObject({
    parts: { goods: 6, shipping: 0, tax: 1 },
    amount: 7,
  })
  expect(await refundableAfter({ amount: 1.25, tax: 1.25 })).toMatchObject({
    parts: { goods: 10, shipping: 0, tax: 0.75 },
    amount: 10.75,
  })
})

test('tax within the prices is no more than what is given back of the products', async () => {
  const soap = await givenProduct(db, { price: 11 })
  const taxed = { tax: 2.5, tax_included: true, tax_lines: [{ ...TAX, amount: 2.5 }] }
  const order = { ...taxed, shipping: 5.5, total: 27.5 }
  const refundableAfter = async (given: { amount: number; tax: number }) => {
    const paid = { refunded: given.amount }
    const { payment_id, order_id } = await givenPaid([{ product: soap, quantity: 2 }], order, paid)
    await givenRefund(payment_id, given)
    return refundableOf(order_id, [[soap, 2]])
  }
  expect(await refundableAfter({ amount: 5, tax: 0 })).toMatchObject({
    parts: { goods: 17, shipping: 0, tax: 2 },
    amount: 17,
  })
  // Of 0.80 no 2.00 are tax: such a refund would be refused.
  expect(await refundableAfter({ amount: 21.2, tax: 0 })).toMatchObject({
    parts_left: { goods: 0.8, shipping: 5.5, tax: 2.5 },
    parts: { goods: 0.8, shipping: 0, tax: 0.8 },
    amount: 0.8,
  })
  expect(await refundableAfter({ amount: 2, tax: 2 })).toMatchObject({
    parts: { goods: 20, shipping: 0, tax: 0.5 },
    amount: 20,
  })
})
