import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { givenProduct } from '#server/testing/factories.ts'
import {
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
} from '#server/testing/order-factories.ts'
import { confirmPayment, ordersAwaitingConfirmation, recheckPayments } from './confirm-payment.ts'
import { payments } from './payments.table.ts'

const MERCHANT = 'MERCHANTSIM01'

let shop: PayableShop
let serum: Awaited<ReturnType<typeof givenProduct>>
let logged: object[]

beforeAll(async () => {
  shop = await givenPayableShop()
  serum = await givenProduct(shop.db, { price: 38.5, stock: 5000 })
})

beforeEach(() => {
  logged = []
  shop.simulator.control.reset()
  shop.simulator.control.set({ webhook: { url: shop.webhookUrl } })
})

const withLog = () => ({
  ...shop,
  log: createLog('warn', { write: (line) => logged.push(JSON.parse(line)) }),
})

async function givenPaid() {
  const { session } = await givenOpenPage(shop, serum)
  const { payment } = await shop.simulator.control.pay(session)
  return payment?.id ?? ''
}

test('a payment is unknown while its merchant is, or the provider does not answer, which is logged', async () => {
  const payment_id = await givenPaid()
  const ask = (merchant_id: string) => confirmPayment(withLog(), { payment_id, merchant_id })
  expect(await ask(MERCHANT)).toEqual({ amount_cents: 3850 })
  expect(await ask('NOBODY')).toBe('unknown')
  expect(logged).toEqual([])
  shop.simulator.control.set({ faults: [{ on: 'payments', fault: '500' }] })
  expect(await ask(MERCHANT)).toBe('unknown')
  expect(logged).toMatchObject([{ msg: 'payment not confirmed', payment_id, err: {} }])
})

test('a payment that the provider denies is logged', async () => {
  const payment_id = await givenPaid()
  await shop.db
    .update(payments)
    .set({ next_check_at: shop.now().toISOString() })
    .where(eq(payments.payment_id, payment_id))
  shop.simulator.control.set({ payments: { result: 'VOIDED' } })
  await recheckPayments(withLog())
  expect(logged).toMatchObject([
    { msg: 'the provider denies a payment', payment_id, status: 'settled' },
  ])
})

test('a fault of ours is not taken for a provider that does not answer', async () => {
  // Half of a character cannot be a part of an address.
  const asked = confirmPayment(withLog(), { payment_id: '\uD800', merchant_id: MERCHANT })
  await expect(asked).rejects.toThrow(URIError)
  expect(logged).toEqual([])
})

test('a payment without an order that the provider confirms stays listed, and is asked about no more', async () => {
  shop.simulator.control.set({ webhook: { timing: 'never' } })
  const payment_id = await givenPaid()
  const at = shop.now().toISOString()
  await shop.db.insert(payments).values({
    ...{ payment_id, merchant_id: MERCHANT, amount: 38.5, created_at: at, next_check_at: at },
    ...{ status: 'needs-attention', attention_reason: 'unconfirmed' },
  })
  expect(await ordersAwaitingConfirmation(shop)).toEqual([])
  await recheckPayments(shop)
  const [payment] = await shop.db.select().from(payments).where(eq(payments.payment_id, payment_id))
  expect(payment).toMatchObject({
    ...{ status: 'needs-attention', attention_reason: 'unconfirmed' },
    next_check_at: null,
  })
})
