import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import type { Visitor } from '../testing/account-factories.ts'
import { givenBusyShop } from '../testing/busy-shop.ts'
import { createFuzz, type OpenApi } from '../testing/fuzz.ts'
import { inLanes } from '../testing/order-factories.ts'

const CALLS = 3000
/** Another seed asks other things; a finding names its seed. */
const SEED = Number(process.env.FUZZ_SEED ?? 24)
/** These end what the other calls need: the session, the account, or the demo itself. */
const NOT_CALLED =
  /^(POST \/auth\/sign-out|POST \/account\/(delete|password)|DELETE \/account\/sessions|POST \/account\/two-factor|\w+ \/ownership|\w+ \/shop_address|POST \/setup)/

test(`${CALLS} calls of every operation with made-up input: no 500, no process ends`, async () => {
  const shop = await givenBusyShop({ LOG_LEVEL: 'error' })
  const people: Record<string, Visitor> = {
    guest: shop.visitor(),
    shopper: await shop.signedInAs(DEMO_ACCOUNTS.shopper),
    admin: await shop.signedInAs(DEMO_ACCOUNTS.admin),
  }
  const processes = shop.webProcesses()
  const api = (await people.guest?.get('/api/openapi.json'))?.body as OpenApi
  const ids = await shop.query<{ id: string }>(`
    (select id from products limit 3) union all (select id from orders limit 3) union all
    (select id from reviews limit 3) union all (select id from profiles limit 3) union all
    (select id from chat_conversations limit 3) union all (select id from contact_messages limit 3)`)
  const fuzz = createFuzz(api, { seed: SEED, ids: [...ids.map(({ id }) => id), randomUUID()] })
  const operations = fuzz.operations.filter(({ name }) => !NOT_CALLED.test(name))
  const names = Object.keys(people)
  const failures: string[] = []
  const seen = new Set<string>()

  const calls = Array.from({ length: CALLS }, (_, n) => ({
    who: names[n % names.length] ?? 'guest',
    call: fuzz.callOf(operations[Math.floor(n / names.length) % operations.length]!),
  }))
  for (let from = 0; from < CALLS; from += 100) {
    // Limits are not what is tested; a locked account would hide everything behind it.
    await shop.query('delete from call_limits')
    await inLanes(calls.slice(from, from + 100), 4, async ({ who, call }) => {
      const { method, path, body, name } = call
      const status = await statusOf(shop.url, people[who]!, call)
      seen.add(name)
      if (status === 500) failures.push(`${who}: ${method} ${path} ${JSON.stringify(body)}`)
    })
  }
  expect(failures, shop.output()).toEqual([])
  expect(seen.size).toBe(operations.length)
  expect(shop.webProcesses()).toEqual(processes)
  expect(shop.output()).not.toContain('A web process ended')
})

type Call = { method: string; path: string; body?: unknown }

/** An event stream never ends by itself: its status is enough. */
async function statusOf(url: string, { cookies }: Visitor, { method, path, body }: Call) {
  const stop = new AbortController()
  const response = await fetch(`${url}/api${path}`, {
    method,
    signal: stop.signal,
    headers: {
      origin: url,
      connection: 'close',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  })
  stop.abort()
  return response.status
}
