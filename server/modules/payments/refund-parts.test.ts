import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { TaxLine } from '#contract/totals.ts'
import { givenDatabase } from '#server/testing/database.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { readOrderStates } from '../orders/index.ts'
import type { orders } from '../orders/orders.table.ts'
import { payments, refunds } from './payments.table.ts'
import {
  divideAgain,
  divideRefund,
  leftOfParts,
  refundedTaxes,
  refundsByDay,
  refundsById,
  refundsOf,
} from './refund-parts.ts'

const { db } = await givenDatabase()

const taxLine = (name: string, place: string, amount: number): TaxLine => {
  return { name, place, rate: 5, amount }
}
/** 20.00 of goods, 5.00 of shipping and 1.25 of tax, added to the prices. */
const TAXED = {
  ...{ subtotal: 20, shipping: 5, tax: 1.25, total: 26.25 },
  tax_lines: [taxLine('State Tax', 'US-MA', 1.25)],
}
/** 20.00 of goods and 5.00 of shipping; 5.00 of both are tax. */
const INCLUDED = {
  ...{ subtotal: 20, shipping: 5, tax: 5, tax_included: true, total: 25 },
  tax_lines: [taxLine('VAT', 'DE', 5)],
}

/** An order and the payment that completed it. */
async function givenPaid(
  order: Partial<typeof orders.$inferInsert> = {},
  paid: Partial<typeof payments.$inferInsert> = {},
) {
  const at = '2026-03-01T00:00:00Z'
  const { id, total } = await givenOrder(db, { completed_at: at, ...order })
  const [payment] = await db
    .insert(payments)
    .values({
      payment_id: `PAY${randomUUID().slice(0, 10)}`,
      order_id: id,
      merchant_id: 'MERCHANTSIM01',
      amount: total,
      status: 'settled',
      ...paid,
    })
    .returning()
  const [state] = await readOrderStates(db, [id])
  if (!payment || !state) throw new Error('No payment')
  return { payment, order: state }
}

type Payment = Awaited<ReturnType<typeof givenPaid>>['payment']

/** Stored as the shop does it: what did not fail is reserved in the payment. */
async function givenRefund(
  { payment_id }: Payment,
  given: { amount: number } & Partial<typeof refunds.$inferInsert>,
) {
  const [refund] = await db
    .insert(refunds)
    .values({ payment_id, status: 'confirmed', ...given })
    .returning()
  const given_back = await db.select().from(refunds).where(eq(refunds.payment_id, payment_id))
  const refunded = given_back.reduce(
    (sum, { status, amount }) => sum + (status === 'failed' ? 0 : amount),
    0,
  )
  const [payment] = await db
    .update(payments)
    .set({ refunded: Number(refunded.toFixed(2)) })
    .where(eq(payments.payment_id, payment_id))
    .returning()
  if (!refund || !payment) throw new Error('No refund')
  return { refund, payment }
}

test('only the payment that completed an order with tax is given back in parts', async () => {
  const { payment, order } = await givenPaid(TAXED)
  const parts = { goods: 20, shipping: 5, tax: 1.25, tax_included: false }
  expect(leftOfParts(payment, order, [])).toEqual(parts)
  expect(leftOfParts(payment, undefined, [])).toBeNull()
  expect(leftOfParts({ ...payment, status: 'needs-attention' }, order, [])).toBeNull()
  expect(leftOfParts(payment, { ...order, tax: 0 }, [])).toBeNull()
})

test('what a failed refund was for can still be given back; what the others were for can not', async () => {
  const { payment: paid, order } = await givenPaid(INCLUDED)
  const failed = await givenRefund(paid, { amount: 9, shipping: 5, tax: 2, status: 'failed' })
  const { refund, payment } = await givenRefund(paid, { amount: 6, shipping: 2, tax: 1 })
  expect(leftOfParts(payment, order, [failed.refund, refund])).toEqual({
    goods: 16,
    shipping: 3,
    tax: 4,
    tax_included: true,
  })
})

test('a refund without tax has no parts, and none can be chosen', async () => {
  const { payment } = await givenPaid({ total: 20 })
  expect(await divideRefund(db, payment, { amount: 5 })).toEqual({
    shipping: 0,
    tax: 0,
    tax_lines: [],
  })
  const parts = { goods: 5, shipping: 0, tax: 0 }
  await expect(divideRefund(db, payment, { amount: 5, parts })).rejects.toMatchObject({
    code: 'PARTS_DO_NOT_ADD_UP',
  })
})

test('the parts of a refund are those that were chosen, else in proportion to what is left', async () => {
  const { payment } = await givenPaid(TAXED)
  const [tax_line] = TAXED.tax_lines
  expect(await divideRefund(db, payment, { amount: 21 })).toEqual({
    shipping: 4,
    tax: 1,
    tax_lines: [{ ...tax_line, amount: 1 }],
  })
  const divide = (amount: number, parts: { goods: number; shipping: number; tax: number }) =>
    divideRefund(db, payment, { amount, parts })
  expect(await divide(5, { goods: 0, shipping: 5, tax: 0 })).toEqual({
    shipping: 5,
    tax: 0,
    tax_lines: [],
  })
  expect(await divide(26.25, { goods: 20, shipping: 5, tax: 1.25 })).toMatchObject({ tax: 1.25 })
  const left = { goods: 20, shipping: 5, tax: 1.25 }
  for (const [amount, parts] of [
    [20.01, { goods: 20.01, shipping: 0, tax: 0 }],
    [5.01, { goods: 0, shipping: 5.01, tax: 0 }],
    [1.26, { goods: 0, shipping: 0, tax: 1.26 }],
  ] as const) {
    const refused = { code: 'MORE_THAN_PART', data: left }
    await expect(divide(amount, parts)).rejects.toMatchObject(refused)
  }
  const wrong = { goods: 5, shipping: 0, tax: 1 }
  for (const amount of [5, 5.99, 6.01]) {
    await expect(divide(amount, wrong)).rejects.toMatchObject({ code: 'PARTS_DO_NOT_ADD_UP' })
  }
})

test('where the prices contain the tax, a refund may be tax to its last cent, but not beyond', async () => {
  const { payment } = await givenPaid(INCLUDED)
  const divide = (tax: number) =>
    divideRefund(db, payment, { amount: 2, parts: { goods: 2, shipping: 0, tax } })
  expect(await divide(2)).toMatchObject({ shipping: 0, tax: 2 })
  await expect(divide(2.01)).rejects.toMatchObject({ code: 'PARTS_DO_NOT_ADD_UP' })
})

test('of taxes that share a name or a place, each is given back as far as it is left', async () => {
  const state = (amount: number) => taxLine('Sales Tax', 'US-MA', amount)
  const city = (amount: number) => taxLine('City Tax', 'US-MA 02110', amount)
  const special = (amount: number) => taxLine('Sales Tax', 'US-MA 02110', amount)
  const { payment: paid } = await givenPaid({
    ...{ subtotal: 20, tax: 1.85, total: 21.85 },
    tax_lines: [state(1.25), city(0.2), special(0.4)],
  })
  const other = await givenPaid(TAXED)
  await givenRefund(other.payment, { amount: 1, tax: 1, tax_lines: [special(0.4), state(0.6)] })
  await givenRefund(paid, { amount: 1, tax: 0.4, tax_lines: [special(0.4)], status: 'failed' })
  await givenRefund(paid, { amount: 1, tax: 0.8, tax_lines: [state(0.7), city(0.1)] })
  const { payment } = await givenRefund(paid, {
    amount: 1,
    tax: 0.4,
    tax_lines: [state(0.3), city(0.1)],
  })
  // 0.25 of the state and 0.40 are left, nothing of the city.
  const divide = async (tax: number) =>
    (await divideRefund(db, payment, { amount: tax, parts: { goods: 0, shipping: 0, tax } }))
      .tax_lines
  expect(await divide(0.65)).toEqual([state(0.25), special(0.4)])
  expect(await divide(0.13)).toEqual([state(0.05), special(0.08)])
})

test('a failed refund that is tried again keeps its parts while each of them is left', async () => {
  const { payment: paid } = await givenPaid(TAXED)
  const failed = (amount: number) =>
    givenRefund(paid, { amount, shipping: 5, tax: 1.25, status: 'failed' })
  // 3.75 of it for goods, and 2.75.
  const { refund: exact } = await failed(10)
  const { refund: smaller } = await failed(9)
  const first = await givenRefund(paid, { amount: 16.25 })
  expect(await divideAgain(db, first.payment, exact)).toEqual({})
  const { payment } = await givenRefund(paid, { amount: 1, tax: 1 })
  // 3.75 for goods, 5.00 for shipping and 0.25 of tax are left.
  expect(await divideAgain(db, payment, smaller)).toEqual({
    shipping: 5,
    tax: 0.25,
    tax_lines: [taxLine('State Tax', 'US-MA', 0.25)],
  })
})

test('tried again, a refund of prices with tax keeps its parts while the products are left', async () => {
  const { payment: paid } = await givenPaid(INCLUDED)
  // 5.00 of it for goods, of which the tax is a part.
  const { refund } = await givenRefund(paid, { amount: 8, shipping: 3, tax: 2, status: 'failed' })
  const kept = await givenRefund(paid, { amount: 15 })
  expect(await divideAgain(db, kept.payment, refund)).toEqual({})
  const { payment } = await givenRefund(paid, { amount: 1 })
  // 4.00 of the goods are left, 5.00 of shipping, and all the tax.
  expect(await divideAgain(db, payment, refund)).toEqual({
    shipping: 4.44,
    tax: 4.44,
    tax_lines: [taxLine('VAT', 'DE', 4.44)],
  })
})

test('a refund without tax is tried again as it is', async () => {
  const { payment: paid } = await givenPaid({ total: 20 })
  const { refund, payment } = await givenRefund(paid, { amount: 5, status: 'failed' })
  expect(await divideAgain(db, payment, refund)).toEqual({})
})

test('the refunds of a payment are listed newest first, and found by their ids', async () => {
  const { payment } = await givenPaid({ total: 20 })
  const other = await givenPaid({ total: 20 })
  await givenRefund(other.payment, { amount: 1 })
  const { refund: first } = await givenRefund(payment, {
    amount: 5,
    created_at: '2028-01-01T10:00:00Z',
  })
  const { refund: last } = await givenRefund(payment, {
    amount: 2,
    created_at: '2028-01-01T11:00:00Z',
  })
  expect(await refundsOf(db, [payment.payment_id])).toEqual([last, first])
  expect(await refundsById(db, [first.id])).toEqual([
    { id: first.id, amount: 5, status: 'confirmed' },
  ])
})

test('taxes that were given back are those of refunds that did not fail, of orders that count as revenue', async () => {
  const tax_lines = [taxLine('State Tax', 'US-VT', 0.5), taxLine('City Tax', 'US-VT', 0.25)]
  const given = { amount: 5, tax: 0.75, tax_lines, created_at: '2028-01-01T10:00:00Z' }
  const { payment } = await givenPaid(TAXED)
  const cancelled = await givenPaid({ ...TAXED, status: 'cancelled' })
  await givenRefund(payment, given)
  await givenRefund(payment, { ...given, status: 'failed' })
  await givenRefund(cancelled.payment, given)
  const { rows } = await db.execute<{ at: string; line: TaxLine }>(refundedTaxes())
  const here = rows.filter(({ line }) => line.place === 'US-VT')
  expect(here.map(({ line }) => line)).toEqual(tax_lines)
  expect(new Date(here[0]?.at ?? 0).toISOString()).toBe('2028-01-01T10:00:00.000Z')
})

test('refunds are those of a day of the shop, of orders that count as revenue', async () => {
  const { payment } = await givenPaid({ subtotal: 100, total: 100 })
  const cancelled = await givenPaid({ subtotal: 100, total: 100, status: 'cancelled' })
  const late = await givenPaid({}, { status: 'needs-attention', attention_reason: 'late' })
  const given = (of: Payment, amount: number, created_at: string) =>
    givenRefund(of, { amount, created_at })
  await given(payment, 1, '2027-02-28T23:59:59Z')
  await given(payment, 2.5, '2027-03-01T00:00:00Z')
  await given(payment, 4, '2027-03-02T00:00:00Z')
  await given(payment, 8.01, '2027-03-02T23:59:59Z')
  await given(payment, 16, '2027-03-03T00:00:00Z')
  await givenRefund(payment, { amount: 5, created_at: '2027-03-01T12:00:00Z', status: 'failed' })
  await given(cancelled.payment, 5, '2027-03-01T12:00:00Z')
  await given(late.payment, 5, '2027-03-01T12:00:00Z')
  const days = await db.select().from(refundsByDay({ from: '2027-03-01', to: '2027-03-02' }))
  expect(days.toSorted((one, other) => (one.day < other.day ? -1 : 1))).toEqual([
    { day: '2027-03-01', cents: 250 },
    { day: '2027-03-02', cents: 1201 },
  ])
})
