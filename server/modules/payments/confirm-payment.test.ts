import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createLog } from '#server/platform/log.ts'
import { givenProduct } from '#server/testing/factories.ts'
import {
  givenOpenPage,
  givenPayableShop,
  type PayableShop,
} from '#server/testing/order-factories.ts'
import { confirmPayment, recheckPayments } from './confirm-payment.ts'
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
