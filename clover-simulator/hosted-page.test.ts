import { expect, test } from 'vitest'
import {
  checkout,
  declinedCard,
  givenSession,
  givenSimulator,
  goodCard,
  mug,
  submitCard,
} from './testing.ts'

const textOf = async (answer: Response | Promise<Response>) => (await answer).text()

test('the page shows what is bought, what it costs and that it is a simulation', async () => {
  const simulator = await givenSimulator()
  const taxRates = [{ rate: 625000 }]
  const lineItems = [{ ...mug, unitQty: 2, taxRates }]
  const { href } = await givenSession(simulator, { shoppingCart: { lineItems } })
  const page = await textOf(fetch(href))
  for (const text of ['Simulated Shop', 'Mug', '2 × $19.99', '$39.98', '$2.50', 'Pay $42.48']) {
    expect(page).toContain(text)
  }
  expect(page).toContain('Simulated payment: no card is charged')
  expect(page).toMatch(/>Leave</)
  expect(page).not.toContain('<script')
})

test('nothing the shop sends becomes markup', async () => {
  const simulator = await givenSimulator({ merchants: [{ name: '<img src=x>"\'&' }] })
  const lineItems = [{ ...mug, name: '</li><script>alert(1)</script>' }]
  const customer = { email: '"><svg/onload=alert(1)>@x.yz' }
  const { href } = await givenSession(simulator, { customer, shoppingCart: { lineItems } })
  const page = await textOf(fetch(href))
  expect(page).not.toMatch(/<script|<img|<svg\/onload/)
  expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
})

test('the page lets nothing in, and forms go to itself and the shop only', async () => {
  const simulator = await givenSimulator()
  const { href } = await givenSession(simulator)
  const answer = await fetch(href)
  const policy = answer.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("form-action 'self' http://127.0.0.1:9;")
  expect(policy).not.toContain('unsafe')
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

const past = { ...goodCard, expiry: '01/20' }

test.each([
  ['nothing', { number: '', expiry: '', cvv: '', zip: '' }, 'Enter the card number.'],
  ['a slip', { ...goodCard, number: '4242 4242 4242 4243' }, 'a digit is wrong'],
  ['a short number', { ...goodCard, number: '4242' }, '13 to 19 digits'],
  ['a real card', { ...goodCard, number: '4539 1488 0343 6467' }, 'never a real card'],
  ['a past date', past, 'This card has expired.'],
  ['a thirteenth month', { ...goodCard, expiry: '13/40' }, 'MM / YY'],
  ['a short code', { ...goodCard, cvv: '12' }, 'Enter the 3 or 4 digits.'],
  ['no ZIP', { ...goodCard, zip: '' }, 'Enter the billing ZIP.'],
])('typing %s is pointed out', async (_, card, error) => {
  const simulator = await givenSimulator()
  const { id } = await givenSession(simulator)
  const answer = await submitCard(simulator, id, card)
  expect(await answer.text()).toContain(error)
  expect(simulator.control.ledger().payments).toEqual([])
})

test('what was typed stays, except the security code', async () => {
  const simulator = await givenSimulator()
  const { id } = await givenSession(simulator)
  const page = await textOf(submitCard(simulator, id, { ...past, cvv: '987', zip: 'K1A 0B1' }))
  expect(page).toContain('value="4242 4242 4242 4242"')
  expect(page).toContain('value="K1A 0B1"')
  expect(page).not.toContain('value="987"')
})

test('a card is good to the end of its month', async () => {
  const simulator = await givenSimulator({ now: () => Date.UTC(2026, 10, 30, 23) })
  const { id } = await givenSession(simulator)
  expect((await submitCard(simulator, id, { ...goodCard, expiry: '11 / 2026' })).status).toBe(303)
})

test.each([
  ['4242424242424242', 'success'],
  ['4000056655665556', 'success'],
  ['378282246310005', 'success'],
  ['371449635398431', 'success'],
  ['30569309025904', 'success'],
  ['38520000023237', 'success'],
  ['3566002020360505', 'success'],
  ['4761530001111126', 'success'],
  ['5204245250003294', 'success'],
  ['4005571702222222', 'failure'],
  ['4005578003333335', 'failure'],
  ['4264281511117771', 'failure'],
  ['5424180273333333', 'failure'],
  ['375987654000004', 'failure'],
])('card %s leads to %s', async (number, way) => {
  const simulator = await givenSimulator()
  const { id } = await givenSession(simulator)
  const answer = await submitCard(simulator, id, { ...goodCard, number })
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`http://127.0.0.1:9/return?r=${way}`)
})

test('after a decline another card can be tried on the same page', async () => {
  const simulator = await givenSimulator()
  const { id, href } = await givenSession(simulator)
  await submitCard(simulator, id, declinedCard)
  expect(await textOf(fetch(href))).toContain('The card was declined')
  expect((await submitCard(simulator, id)).headers.get('location')).toContain('r=success')
  const { orders, payments } = simulator.control.ledger()
  expect(payments.map(({ result }) => result)).toEqual(['FAIL', 'SUCCESS'])
  expect(orders).toMatchObject([{ state: 'paid' }])
  expect(payments[0]?.id).toMatch(/^[A-Z0-9]{13}$/)
})

test('a decline can also stay on the page', async () => {
  const simulator = await givenSimulator()
  simulator.control.set({ page: { decline: 'stay' } })
  const { id } = await givenSession(simulator)
  const answer = await submitCard(simulator, id, declinedCard)
  expect(answer.headers.get('location')).toBeNull()
  expect(await answer.text()).toContain('The card was declined')
})

test('without return addresses the page itself shows the outcome', async () => {
  const simulator = await givenSimulator()
  const { id } = await givenSession(simulator, { redirectUrls: undefined })
  const leave = fetch(`${simulator.url}/checkout/${id}/leave`)
  expect(await textOf(leave)).toContain('You left the payment')
  expect(await textOf(submitCard(simulator, id, declinedCard))).toContain('The card was declined')
  expect(await textOf(submitCard(simulator, id))).toContain('Payment approved')
  expect(await textOf(submitCard(simulator, id))).toContain('This order is already paid')
})

test('leaving without a cancel address leads to the failure address', async () => {
  const simulator = await givenSimulator()
  const redirectUrls = { failure: 'http://127.0.0.1:9/failed' }
  const { id } = await givenSession(simulator, { redirectUrls })
  const answer = await fetch(`${simulator.url}/checkout/${id}/leave`, { redirect: 'manual' })
  expect(answer.headers.get('location')).toBe('http://127.0.0.1:9/failed')
})

test('a session is paid once, however often Pay is pressed', async () => {
  const simulator = await givenSimulator()
  const { id, href } = await givenSession(simulator)
  const presses = Array.from({ length: 10 }, () => submitCard(simulator, id))
  const statuses = (await Promise.all(presses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 303)).toHaveLength(1)
  expect(simulator.control.ledger().payments).toHaveLength(1)
  expect(await textOf(fetch(href))).toContain('This order is already paid')
})

test('after fifteen minutes the page has expired', async () => {
  const simulator = await givenSimulator()
  const { id, href } = await givenSession(simulator)
  simulator.control.advanceClock(899_000)
  expect(await textOf(fetch(href))).toContain('Pay $19.99')
  simulator.control.advanceClock(1_000)
  expect(await textOf(fetch(href))).toContain('This payment page has expired')
  const answer = await submitCard(simulator, id)
  expect(await answer.text()).toContain('This payment page has expired')
  expect(simulator.control.ledger().payments).toEqual([])
})

test('one test card makes the page expire', async () => {
  const simulator = await givenSimulator()
  const { id } = await givenSession(simulator)
  const page = textOf(submitCard(simulator, id, { ...goodCard, number: '4000000000000069' }))
  expect(await page).toContain('This payment page has expired')
  expect((await simulator.control.pay(id)).outcome).toBe('expired')
})

test('placeholders in the return address come back literally, or filled in', async () => {
  const simulator = await givenSimulator()
  const success = 'http://127.0.0.1:9/r?s={CHECKOUT_SESSION_ID}'
  const failure = 'http://127.0.0.1:9/r?e={ERROR_CODE}'
  const { id } = await givenSession(simulator, { redirectUrls: { success, failure } })
  const declined = await submitCard(simulator, id, declinedCard)
  expect(declined.headers.get('location')).toBe(failure)
  simulator.control.set({ page: { placeholder: 'filled' } })
  const again = await submitCard(simulator, id, declinedCard)
  expect(again.headers.get('location')).toBe('http://127.0.0.1:9/r?e=card_declined')
  const paid = await submitCard(simulator, id)
  expect(paid.headers.get('location')).toBe(`http://127.0.0.1:9/r?s=${id}`)
})

test('a test card chosen from the list fills in the form', async () => {
  const simulator = await givenSimulator()
  const { href } = await givenSession(simulator)
  const page = await textOf(fetch(`${href}&card=4242424242424242`))
  expect(page).toContain('value="4242 4242 4242 4242"')
  expect(page).toContain('value="123"')
})

test('long orders fold what does not fit', async () => {
  const simulator = await givenSimulator()
  const lineItems = Array.from({ length: 7 }, (_, place) => ({ ...mug, name: `Mug ${place}` }))
  const { href } = await givenSession(simulator, checkout({ shoppingCart: { lineItems } }))
  expect(await textOf(fetch(href))).toContain('4 more items')
})

test('an unknown page says so', async () => {
  const simulator = await givenSimulator()
  const answer = await fetch(`${simulator.url}/checkout/nothing`)
  expect(answer.status).toBe(404)
  expect(await answer.text()).toContain('There is no such payment page')
})
