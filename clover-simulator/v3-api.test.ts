import { expect, test } from 'vitest'
import {
  credentials,
  declinedCard,
  givenSession,
  givenSimulator,
  mug,
  readMerchantPath,
} from './testing.ts'

async function givenPayment(options = {}) {
  const simulator = await givenSimulator(options)
  const { id } = await givenSession(simulator)
  const { payment } = await simulator.control.pay(id)
  const read = async (path: string) => (await readMerchantPath(simulator, path)).json()
  return { simulator, control: simulator.control, payment: payment!, read }
}

test('a merchant is read with its own token, the address on request', async () => {
  const simulator = await givenSimulator()
  const plain = await (await readMerchantPath(simulator, '')).json()
  expect(plain).toMatchObject({ id: 'MERCHANTSIM01', name: 'Simulated Shop' })
  expect(plain.address).toBeUndefined()
  const expanded = await (await readMerchantPath(simulator, '?expand=owner,address')).json()
  expect(expanded.address).toMatchObject({ address1: '1 Main St', city: 'Boston', state: 'MA' })
})

test('the token knows which merchant it belongs to', async () => {
  const simulator = await givenSimulator({
    merchants: [{ id: 'FIRST00000001', privateToken: 'other' }, {}],
  })
  const get = async (path: string) =>
    (await fetch(`${simulator.url}${path}`, { headers: credentials })).json()
  expect(await get('/v3/merchants/current')).toMatchObject({ id: 'MERCHANTSIM01' })
  expect((await get('/v3/merchants')).elements).toMatchObject([{ id: 'MERCHANTSIM01' }])
})

// Shows B7.10
test.each([
  '/v3/merchants',
  '/v3/merchants/current',
  '/v3/merchants/MERCHANTSIM01',
  '/v3/merchants/MERCHANTSIM01/payments',
  '/v3/merchants/MERCHANTSIM01/payments/X',
  '/v3/merchants/MERCHANTSIM01/orders/X',
  '/v3/merchants/MERCHANTSIM01/tax_rates',
  '/v1/refunds',
  '/v1/refunds/X',
])('%s answers 401 to strangers', async (path) => {
  const simulator = await givenSimulator()
  for (const authorization of ['', 'Bearer wrong', 'Basic sim_private_token']) {
    const answer = await fetch(simulator.url + path, { headers: { authorization } })
    expect(answer.status).toBe(401)
    expect(await answer.json()).toEqual({ message: '401 Unauthorized' })
  }
})

test('the tax rates are those configured', async () => {
  const { read } = await givenPayment()
  const rate = { id: 'TAXRATESIM001', name: 'State tax', rate: 625000 }
  expect((await read('/tax_rates')).elements).toEqual([rate])
})

test('a payment shows its amount, result and card, and never the card number', async () => {
  const { payment, read, control } = await givenPayment()
  const found = await read(`/payments/${payment.id}`)
  expect(found).toEqual({
    id: payment.id,
    order: { id: payment.order_id },
    tender: { id: 'TENDERSIM0001', label: 'Credit Card' },
    amount: 1999,
    tipAmount: 0,
    taxAmount: 0,
    createdTime: payment.created_time,
    clientCreatedTime: payment.created_time,
    modifiedTime: payment.created_time,
    offline: false,
    result: 'SUCCESS',
    cardTransaction: { cardType: 'VISA', last4: '4242' },
  })
  expect(JSON.stringify(control.ledger())).not.toContain('4242424242424242')
})

test('payments of another merchant are not found', async () => {
  const { simulator, payment } = await givenPayment({
    merchants: [{}, { id: 'MERCHANTSIM02', privateToken: 'other' }],
  })
  const headers = { authorization: 'Bearer other' }
  const url = `${simulator.url}/v3/merchants/MERCHANTSIM02/payments`
  expect((await fetch(`${url}/${payment.id}`, { headers })).status).toBe(404)
  expect((await (await fetch(url, { headers })).json()).elements).toEqual([])
})

test('a lost webhook can be made up for: payments by time, with the note of their lines', async () => {
  const { read, control, simulator, payment } = await givenPayment()
  control.advanceClock(60_000)
  const later = await control.pay((await givenSession(simulator)).id)
  const since = (operator: string, time: number) =>
    read(
      `/payments?expand=order.lineItems&filter=${encodeURIComponent(`createdTime${operator}${time}`)}`,
    )
  const all = await since('>=', payment.created_time)
  expect(all.elements.map((one: { id: string }) => one.id)).toEqual([later.payment!.id, payment.id])
  expect(all.elements[0].order.lineItems.elements).toMatchObject([
    { name: 'Mug', note: 'Order 1042', price: 1999, unitQty: 1000 },
  ])
  expect((await since('>', payment.created_time)).elements).toHaveLength(1)
  expect((await since('<', payment.created_time)).elements).toHaveLength(0)
})

test('lists have pages, and unknown filters are refused', async () => {
  const { read, simulator, payment } = await givenPayment()
  await simulator.control.pay((await givenSession(simulator)).id, declinedCard.number)
  expect((await read('/payments?limit=1')).elements).toHaveLength(1)
  expect((await read('/payments?limit=5&offset=1')).elements).toHaveLength(1)
  const successes = await read('/payments?filter=result=SUCCESS')
  expect(successes.elements).toMatchObject([{ id: payment.id }])
  expect((await readMerchantPath(simulator, '/payments?filter=note=x')).status).toBe(400)
  expect((await readMerchantPath(simulator, '/payments?limit=x')).status).toBe(400)
})

test('an order shows its lines and payments on request', async () => {
  const { read, payment } = await givenPayment()
  const plain = await read(`/orders/${payment.order_id}`)
  expect(plain).toMatchObject({ id: payment.order_id, total: 1999, state: 'paid' })
  expect(plain.lineItems).toBeUndefined()
  const full = await read(`/orders/${payment.order_id}?expand=payments,lineItems`)
  expect(full.lineItems.elements).toMatchObject([{ note: mug.note }])
  expect(full.payments.elements).toMatchObject([{ id: payment.id, result: 'SUCCESS' }])
  expect(await read('/orders/NONE')).toEqual({ message: '404 Not Found' })
})

test('a payment can be unfindable for a while', async () => {
  const { control, payment, simulator, read } = await givenPayment()
  control.set({ payments: { notFoundForMs: 60_000 } })
  expect((await readMerchantPath(simulator, `/payments/${payment.id}`)).status).toBe(404)
  expect((await read('/payments')).elements).toEqual([])
  control.advanceClock(60_000)
  expect((await readMerchantPath(simulator, `/payments/${payment.id}`)).status).toBe(200)
})

test('a payment can be reported with another amount or as voided', async () => {
  const { control, payment, read } = await givenPayment()
  control.set({ payments: { amountDelta: -100, result: 'VOIDED' } })
  const wrong = { amount: 1899, result: 'VOIDED' }
  expect(await read(`/payments/${payment.id}`)).toMatchObject(wrong)
  expect((await read('/payments')).elements).toMatchObject([wrong])
})

test('reading payments can be refused while the rest works', async () => {
  const { control, payment, simulator } = await givenPayment()
  control.set({ faults: [{ on: 'payments', fault: '401' }] })
  expect((await readMerchantPath(simulator, `/payments/${payment.id}`)).status).toBe(401)
  expect((await readMerchantPath(simulator, '')).status).toBe(200)
})
