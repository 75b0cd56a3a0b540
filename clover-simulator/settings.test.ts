import { expect, test } from 'vitest'
import { checkout, credentials, givenSimulator, postCheckout, readMerchantPath } from './testing.ts'

test.each([
  ['401', 401],
  ['403', 403],
  ['404', 404],
  ['429', 429],
  ['500', 500],
] as const)('creating can fail with %s', async (fault, status) => {
  const { control, ...simulator } = await givenSimulator()
  control.set({ faults: [{ on: 'create', fault, retryAfterSeconds: 7 }] })
  const answer = await postCheckout({ control, ...simulator }, checkout())
  expect(answer.status).toBe(status)
  expect(answer.headers.get('retry-after')).toBe(status === 429 ? '7' : null)
  expect(control.ledger().sessions).toEqual([])
})

test('creating can answer with something that is not JSON', async () => {
  const simulator = await givenSimulator()
  simulator.control.set({ faults: [{ on: 'create', fault: 'non-json' }] })
  const answer = await postCheckout(simulator, checkout())
  expect(answer.ok).toBe(true)
  await expect(answer.json()).rejects.toThrow()
})

test('a slow call is answered after its delay, and delays no other call', async () => {
  const simulator = await givenSimulator()
  simulator.control.set({ faults: [{ on: 'create', fault: 'slow', delayMs: 1 }] })
  expect((await postCheckout(simulator, checkout())).status).toBe(200)
  simulator.control.set({ faults: [{ on: 'create', fault: 'slow', delayMs: 60_000 }] })
  const slow = postCheckout(simulator, checkout()).then(
    () => 'slow',
    () => 'slow',
  )
  const other = readMerchantPath(simulator, '').then(() => 'other')
  expect(await Promise.race([slow, other])).toBe('other')
})

test('a call can hang and then be hung up on', async () => {
  const simulator = await givenSimulator()
  simulator.control.set({ faults: [{ on: 'create', fault: 'hang', delayMs: 50 }] })
  await expect(postCheckout(simulator, checkout())).rejects.toThrow()
  expect(simulator.control.ledger().sessions).toEqual([])
})

test('stopping does not wait for calls that hang', async () => {
  const simulator = await givenSimulator()
  simulator.control.set({ faults: [{ on: 'create', fault: 'hang' }] })
  const call = postCheckout(simulator, checkout()).catch(() => 'hung up')
  await simulator.stop()
  expect(await call).toBe('hung up')
})

test('the session can be made and the answer lost', async () => {
  const simulator = await givenSimulator()
  simulator.control.set({ faults: [{ on: 'create', fault: 'answer-lost' }] })
  await expect(postCheckout(simulator, checkout())).rejects.toThrow()
  expect(simulator.control.ledger().sessions).toHaveLength(1)
})

test('half of all calls fail when chance says so', async () => {
  const draws = [0.4, 0.6, 0.1, 0.9]
  const simulator = await givenSimulator({ random: () => draws.shift() ?? 1 })
  simulator.control.set({ faults: [{ on: 'any', fault: '500', fraction: 0.5 }] })
  const statuses = []
  for (const path of ['', '/payments', '', '/tax_rates']) {
    statuses.push((await readMerchantPath(simulator, path)).status)
  }
  expect(statuses).toEqual([500, 200, 500, 200])
})

test('a fault strikes only the calls it is meant for, and only so often', async () => {
  const simulator = await givenSimulator()
  simulator.control.set({ faults: [{ on: 'payments', fault: '404', times: 2 }] })
  const read = async () => (await readMerchantPath(simulator, '/payments')).status
  expect((await readMerchantPath(simulator, '')).status).toBe(200)
  expect([await read(), await read(), await read()]).toEqual([404, 404, 200])
})

test('other settings do not start the count of a fault again', async () => {
  const simulator = await givenSimulator()
  simulator.control.set({ faults: [{ on: 'any', fault: '500', times: 1 }] })
  await readMerchantPath(simulator, '')
  simulator.control.set({ payments: { amountDelta: 1 } })
  expect((await readMerchantPath(simulator, '')).status).toBe(200)
})

test('a call without User-Agent is refused once that is required', async () => {
  const simulator = await givenSimulator()
  const { request } = await import('node:http')
  const anonymous = () =>
    new Promise((resolve, reject) => {
      const { authorization } = credentials
      request(`${simulator.url}/v3/merchants/current`, { headers: { authorization } })
        .on('response', (answer) => resolve(answer.resume().statusCode))
        .on('error', reject)
        .end()
    })
  expect(await anonymous()).toBe(200)
  simulator.control.set({ userAgent: 'required' })
  expect(await anonymous()).toBe(403)
  expect((await readMerchantPath(simulator, '')).status).toBe(200)
})
