import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import type { Visitor } from '../testing/account-factories.ts'
import { type BusyShop, givenBusyShop } from '../testing/busy-shop.ts'
import { createFuzz, type OpenApi } from '../testing/fuzz.ts'
import { inLanes } from '../testing/order-factories.ts'
import { givenMp4, givenPhoto, givenWebm, pngOf } from '../testing/upload-factories.ts'

const CALLS = 3000
const PEOPLE = ['guest', 'shopper', 'admin'] as const
/** Another seed asks other things; a finding names its seed. */
const SEED = Number(process.env.FUZZ_SEED ?? 24)
const PASSWORD = 'a-password-to-throw-away'
/** These may end the session or the account that calls them: each call has an account of its own. */
const ENDS_ACCOUNT =
  /^(POST \/auth\/sign-out|\w+ \/account\/(delete|password|email|sessions|two-factor))/
/** These may change the shop under every other call: they come last, one after the other. */
const ENDS_SHOP = /^(POST \/ownership|PUT \/shop_address|DELETE \/setup)/

test(`${CALLS} calls of every operation with made-up input: no 500, no process ends`, async () => {
  const shop = await givenBusyShop({ LOG_LEVEL: 'error' })
  const people: Record<(typeof PEOPLE)[number], Visitor> = {
    guest: shop.visitor(),
    shopper: await shop.signedInAs(DEMO_ACCOUNTS.shopper),
    admin: await givenThrowAway(shop, 'admin'),
  }
  const processes = shop.webProcesses()
  const fuzz = await givenFuzz(shop)
  const failures: string[] = []
  const seen = new Set<string>()

  const calls = Array.from({ length: CALLS }, (_, n) => ({
    who: PEOPLE[n % PEOPLE.length] ?? 'guest',
    ...fuzz.callOf(fuzz.operations[Math.floor(n / PEOPLE.length) % fuzz.operations.length]!),
  }))
  async function send({ who, ...call }: (typeof calls)[number]) {
    const { name, method, path, body } = call
    const isLost = who !== 'guest' && ENDS_ACCOUNT.test(name)
    const caller = isLost ? await givenThrowAway(shop, who) : people[who]
    const status = await statusOf(shop.url, caller, call)
    seen.add(name)
    if (status === 500) failures.push(`${who}: ${method} ${path} ${JSON.stringify(body)}`)
  }
  const [first, last] = [
    calls.filter(({ name }) => !ENDS_SHOP.test(name)),
    calls.filter(({ name }) => ENDS_SHOP.test(name)),
  ]
  for (let from = 0; from < first.length; from += 100) {
    // Limits are not what is tested; a locked account would hide everything behind it.
    await shop.query('delete from call_limits')
    await inLanes(first.slice(from, from + 100), 4, send)
  }
  // Those who called were who they say to the end.
  expect(await people.shopper.session()).toMatchObject({ role: null })
  expect(await people.admin.session()).toMatchObject({ role: 'admin' })
  await inLanes(last, 1, send)

  expect(failures, shop.output()).toEqual([])
  expect(seen.size).toBe(fuzz.operations.length)
  expect(shop.webProcesses()).toEqual(processes)
  expect(shop.output()).not.toContain('A web process ended')
})

async function givenFuzz(shop: BusyShop) {
  const api = (await shop.visitor().get('/api/openapi.json')).body as OpenApi
  const ids = await shop.query<{ id: string }>(`
    (select id from products limit 3) union all (select id from orders limit 3) union all
    (select id from reviews limit 3) union all (select id from profiles limit 3) union all
    (select id from chat_conversations limit 3) union all (select id from contact_messages limit 3)`)
  const passwords = [PASSWORD, PASSWORD, 'another-password-to-throw-away']
  return createFuzz(api, {
    seed: SEED,
    ids: [...ids.map(({ id }) => id), randomUUID()],
    known: { password: passwords, current_password: [PASSWORD], new_password: passwords },
    files: [
      await givenPhoto(),
      pngOf(20_000, 1),
      givenMp4(),
      givenWebm('+52.52+013.40/'),
      Buffer.from('id,name,price'),
    ],
  })
}

async function givenThrowAway(shop: BusyShop, who: 'shopper' | 'admin') {
  const email = `away.${randomUUID().slice(0, 8)}@example.com`
  const account = { full_name: 'Away', email, password: PASSWORD, terms_accepted: true }
  expect(await shop.visitor().post('/api/auth/sign-up/email', account)).toMatchObject({
    status: 200,
  })
  if (who === 'admin') {
    await shop.query(
      `insert into user_roles (user_id, role) select id, 'admin' from profiles where email = $1`,
      [email],
    )
  }
  return shop.signedInAs(account)
}

type Call = { method: string; path: string; body?: unknown }

/** An event stream never ends by itself: its status is enough. */
async function statusOf(url: string, { cookies }: Visitor, { method, path, body }: Call) {
  const stop = new AbortController()
  const isJson = body !== undefined && !(body instanceof FormData)
  const response = await fetch(`${url}/api${path}`, {
    method,
    signal: stop.signal,
    headers: {
      origin: url,
      connection: 'close',
      cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...(isJson ? { 'content-type': 'application/json' } : {}),
    },
    body: isJson ? JSON.stringify(body) : body,
  })
  stop.abort()
  return response.status
}
