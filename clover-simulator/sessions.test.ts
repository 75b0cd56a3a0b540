import { expect, test } from 'vitest'
import {
  checkout,
  credentials,
  givenSession,
  givenSimulator,
  mug,
  postCheckout,
} from './testing.ts'

const clock = () => Date.UTC(2026, 10, 15, 0, 0, 0, 575)

async function refusalOf(body: unknown, headers = credentials) {
  const simulator = await givenSimulator({ allowHttpRedirects: false })
  const answer = await postCheckout(simulator, body, headers)
  expect(simulator.control.ledger().sessions).toEqual([])
  return { status: answer.status, ...(await answer.json()) }
}

const line = (change: object) => checkout({ shoppingCart: { lineItems: [{ ...mug, ...change }] } })

test('a session has an address, an id and fifteen minutes', async () => {
  const simulator = await givenSimulator({ now: clock })
  const answer = await postCheckout(simulator, checkout())
  expect(answer.status).toBe(200)
  const body = await answer.json()
  expect(body).toEqual({
    href: `${simulator.url}/checkout/${body.checkoutSessionId}?mode=checkout`,
    checkoutSessionId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/),
    createdTime: '2026-11-15T00:00:00.575+0000',
    expirationTime: '2026-11-15T00:15:00.575+0000',
  })
})

test.each([
  ['@', '2026-11-15@00:00:00.575+0000'],
  ['ms', 1794700800575],
  ['s', 1794700800],
] as const)('times can be written as %s', async (timeFormat, createdTime) => {
  const simulator = await givenSimulator({ now: clock })
  simulator.control.set({ create: { timeFormat } })
  expect(await (await postCheckout(simulator, checkout())).json()).toMatchObject({ createdTime })
})

test('who asks is checked before what is asked', async () => {
  const { authorization: _, ...anonymous } = credentials
  const unauthorized = { status: 401, message: '401 Unauthorized' }
  expect(await refusalOf('not json', anonymous)).toEqual(unauthorized)
  expect(await refusalOf('not json', { ...credentials, authorization: 'Bearer other' })).toEqual(
    unauthorized,
  )
  const elsewhere = { ...credentials, 'x-clover-merchant-id': 'MERCHANTSIM02' }
  expect(await refusalOf('not json', elsewhere)).toEqual(unauthorized)
  expect(await refusalOf('not json')).toMatchObject({ status: 400 })
})

test('a token opens its own merchant only', async () => {
  const simulator = await givenSimulator({
    merchants: [{}, { id: 'MERCHANTSIM02', privateToken: 'other_token' }],
  })
  const mixed = { ...credentials, 'x-clover-merchant-id': 'MERCHANTSIM02' }
  expect((await postCheckout(simulator, checkout(), mixed)).status).toBe(401)
  const right = { ...mixed, authorization: 'Bearer other_token' }
  expect((await postCheckout(simulator, checkout(), right)).status).toBe(200)
})

const nameOrPrice = 'Please provide either itemRefUuid or name, price.'
const quantity = 'Line item unitQty should be a whole number of at least 1'

test.each([
  ['no customer', checkout({ customer: undefined }), 'Please provide customer.'],
  ['no cart', checkout({ shoppingCart: {} }), 'Please provide at least one line item.'],
  [
    'no lines',
    checkout({ shoppingCart: { lineItems: [] } }),
    'Please provide at least one line item.',
  ],
  ['no name', line({ name: undefined }), nameOrPrice],
  ['no price', line({ price: undefined }), nameOrPrice],
  ['a price in dollars', line({ price: 19.99 }), nameOrPrice],
  ['a price as text', line({ price: '1999' }), nameOrPrice],
  ['a price of nothing', line({ price: 0 }), 'Line item prices should be positive'],
  ['a negative price', line({ price: -5 }), 'Line item prices should be positive'],
  ['no quantity', line({ unitQty: undefined }), quantity],
  ['half a quantity', line({ unitQty: 0.5 }), quantity],
  ['an unknown tax rate', line({ taxRates: [{ rate: 1 }] }), 'Rate map missing tax summary rates'],
  [
    'a tax rate by id alone',
    line({ taxRates: [{ id: 'TAXRATESIM001' }] }),
    'Rate map missing tax summary rates',
  ],
  [
    'a discount on the cart',
    checkout({ shoppingCart: { lineItems: [mug], discounts: [{ amount: 1 }] } }),
    'Discounts on the shopping cart are not supported.',
  ],
  [
    'a return over plain http',
    checkout({ redirectUrls: { success: 'http://shop.example/' } }),
    'redirectUrls.success should be HTTPS.',
  ],
  [
    'a return to localhost',
    checkout({ redirectUrls: { failure: 'https://localhost/' } }),
    'redirectUrls.failure should be HTTPS.',
  ],
  [
    'a malformed e-mail',
    checkout({ customer: { email: 'ada' }, redirectUrls: undefined }),
    'Please provide a valid email address.',
  ],
  ['more than a million', line({ price: 100_000_000 }), 'The amount is too large.'],
])('%s is refused', async (_, body, message) => {
  expect(await refusalOf(body)).toEqual({ status: 400, message })
})

test('scripts are no return address, even where http is allowed', async () => {
  const simulator = await givenSimulator()
  const redirectUrls = { success: 'javascript:alert(1)' }
  expect((await postCheckout(simulator, checkout({ redirectUrls }))).status).toBe(400)
})

test('an empty customer, unknown fields and discounts on a line do no harm', async () => {
  const simulator = await givenSimulator()
  const lineItems = [{ ...mug, discounts: [{ amount: -500 }], colour: 'blue' }]
  const body = { customer: {}, shoppingCart: { lineItems, taxRates: [] }, extra: true }
  expect((await postCheckout(simulator, body)).status).toBe(200)
  expect(simulator.control.ledger().sessions[0]?.total).toBe(1999)
})

test('tax is added for each line and rate, rounded half up', async () => {
  const simulator = await givenSimulator({
    merchants: [{ taxRates: [{ id: 'T1', name: 'State tax', rate: 625000 }] }],
  })
  const taxRates = [{ name: 'State tax', rate: 625000 }]
  const lineItems = [
    { ...mug, price: 1999, unitQty: 2, taxRates }, // 249.875
    { ...mug, price: 8, unitQty: 1, taxRates }, // 0.5
    { ...mug, price: 100, unitQty: 1 },
  ]
  await givenSession(simulator, { shoppingCart: { lineItems } })
  expect(simulator.control.ledger().sessions[0]).toMatchObject({ tax: 251, total: 4357 })
})

test('nobody can look a session up', async () => {
  const simulator = await givenSimulator()
  const { id } = await givenSession(simulator)
  const url = `${simulator.url}/invoicingcheckoutservice/v1/checkouts/${id}`
  expect((await fetch(url, { headers: credentials })).status).toBe(404)
})

test('a body without end is refused', async () => {
  const simulator = await givenSimulator()
  expect((await postCheckout(simulator, 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
})
