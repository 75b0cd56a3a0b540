import { expect, test } from 'vitest'
import {
  credentials,
  declinedCard,
  givenSession,
  givenSimulator,
  readMerchantPath,
  refund,
} from './testing.ts'

async function givenPaid(card?: string, options = {}) {
  const simulator = await givenSimulator(options)
  const { payment } = await simulator.control.pay((await givenSession(simulator)).id, card)
  return { simulator, charge: payment!.id }
}

test('parts can be given back until nothing is left', async () => {
  const { simulator, charge } = await givenPaid()
  const part = await (await refund(simulator, { charge, amount: 500 })).json()
  expect(part).toMatchObject({ object: 'refund', amount: 500, charge, status: 'succeeded' })
  expect(part.id).toMatch(/^[A-Z0-9]{13}$/)

  const tooMuch = await refund(simulator, { charge, amount: 1500 })
  expect(tooMuch.status).toBe(400)
  expect((await tooMuch.json()).error.code).toBe('amount_too_large')

  expect(await (await refund(simulator, { charge })).json()).toMatchObject({ amount: 1499 })
  const again = await refund(simulator, { charge, amount: 1 })
  expect((await again.json()).error.code).toBe('charge_already_refunded')
})

test('twenty simultaneous refunds give back no more than was paid', async () => {
  const { simulator, charge } = await givenPaid()
  const requests = Array.from({ length: 20 }, () => refund(simulator, { charge, amount: 500 }))
  const statuses = (await Promise.all(requests)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
})

test.each([0, -5, 1.5, '500', true])('an amount of %j is refused', async (amount) => {
  const { simulator, charge } = await givenPaid()
  expect((await refund(simulator, { charge, amount })).status).toBe(400)
})

test('what was not paid cannot be given back', async () => {
  const { simulator, charge } = await givenPaid(declinedCard.number)
  expect((await refund(simulator, { charge })).status).toBe(404)
  expect((await refund(simulator, { charge: 'PAYSIM0000001' })).status).toBe(404)
  expect((await refund(simulator, {})).status).toBe(400)
})

test('a merchant cannot give back the money of another', async () => {
  const { simulator, charge } = await givenPaid(undefined, {
    merchants: [{}, { id: 'MERCHANTSIM02', privateToken: 'other' }],
  })
  const answer = await refund(simulator, { charge }, { authorization: 'Bearer other' })
  expect(answer.status).toBe(404)
})

test('the same idempotency key gives the same refund', async () => {
  const { simulator, charge } = await givenPaid()
  const key = { 'idempotency-key': 'order-1042' }
  const first = await (await refund(simulator, { charge, amount: 500 }, key)).json()
  const second = await (await refund(simulator, { charge, amount: 500 }, key)).json()
  expect(second).toEqual(first)
  const other = await refund(simulator, { charge, amount: 600 }, key)
  expect((await other.json()).error.type).toBe('idempotency_error')
})

test('a refund whose answer got lost is found in the list', async () => {
  const { simulator, charge } = await givenPaid()
  simulator.control.set({ faults: [{ on: 'refunds', fault: 'answer-lost', times: 1 }] })
  await expect(refund(simulator, { charge, amount: 500 })).rejects.toThrow()
  const get = async (path: string) =>
    (await fetch(simulator.url + path, { headers: credentials })).json()
  const [found] = (await get(`/v1/refunds?charge=${charge}`)).data
  expect(found.amount).toBe(500)
  expect(await get(`/v1/refunds/${found.id}`)).toEqual(found)
  const payment = await (
    await readMerchantPath(simulator, `/payments/${charge}?expand=refunds`)
  ).json()
  expect(payment.refunds.elements).toEqual([found])
  expect((await get('/v1/refunds?charge=other')).data).toEqual([])
})
