import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { DEMO_ACCOUNTS } from '#demo/demo-accounts.ts'
import type { Visitor } from '../testing/account-factories.ts'
import {
  type BusyShop,
  givenBusyShop,
  orderOf,
  PATIENCE,
  type PlacedOrder,
} from '../testing/busy-shop.ts'
import { inLanes } from '../testing/order-factories.ts'

const PASSWORD = 'a quiet morning'
const NEW_PASSWORD = 'a brighter evening'

let shop: BusyShop

beforeAll(async () => {
  shop = await givenBusyShop()
})
afterAll(() => shop.expectUnharmed())

/** Fewer at once than the limit of calls allows; that limit is reset between the batches. */
async function placeBatches(count: number, visitorOf: (n: number) => Visitor) {
  const placed: PlacedOrder[] = []
  while (placed.length < count) {
    const from = placed.length
    const batch = Array.from({ length: Math.min(10, count - from) }, (_, n) => from + n)
    await shop.query('delete from call_limits')
    placed.push(...(await inLanes(batch, 10, (n) => shop.place(visitorOf(n)))))
  }
  return placed
}

describe('mailed links are void after recovery', () => {
  const EXPIRED = { status: 409, body: { code: 'LINK_EXPIRED' } }
  const moveTo = (browser: Visitor, email: string) =>
    browser.post('/api/account/email', { email, password: PASSWORD })
  const confirm = (token: string) => shop.visitor().post('/api/account/confirm-email', { token })
  const reset = (token: string) =>
    shop.visitor().post('/api/auth/reset-password', { token, password: NEW_PASSWORD })

  async function givenAccount(name: string) {
    const email = `${name}.${randomUUID().slice(0, 8)}@example.com`
    const account = { full_name: 'Iris Bloom', email, password: PASSWORD, terms_accepted: true }
    expect((await shop.visitor().post('/api/auth/sign-up/email', account)).status).toBe(200)
    return email
  }
  async function resetTokenOf(email: string) {
    await shop.visitor().post('/api/auth/request-password-reset', { email })
    return shop.mailedToken(email, 'reset-password')
  }

  test('a change of address that a thief asked for, after the owner reset the password', async () => {
    const email = await givenAccount('owner')
    const thief = await shop.signedInAs({ email, password: PASSWORD })
    await moveTo(thief, `thief.${email}`)
    const stolen = await shop.mailedToken(`thief.${email}`, 'confirm-email')
    expect((await reset(await resetTokenOf(email))).status).toBe(200)
    expect(await confirm(stolen)).toMatchObject(EXPIRED)
    expect((await thief.get('/api/account')).status).toBe(401)
    await shop.signedInAs({ email, password: NEW_PASSWORD })
  })

  test('a reset link in the old mailbox, after the address was changed', async () => {
    const email = await givenAccount('moving')
    const old = await resetTokenOf(email)
    await moveTo(await shop.signedInAs({ email, password: PASSWORD }), `moved.${email}`)
    const token = await shop.mailedToken(`moved.${email}`, 'confirm-email')
    expect((await confirm(token)).status).toBe(200)
    expect(await reset(old)).toMatchObject(EXPIRED)
    await shop.signedInAs({ email: `moved.${email}`, password: PASSWORD })
  })
})

test('while connections are lost under load, no process ends, cached pages answer, and no order is lost', async () => {
  const SHOPPERS = 20
  const placed: string[] = []
  const seen = { pages: 0, busy: 0 }
  const over = new AbortController()
  const isOver = () => over.signal.aborted

  async function order() {
    const browser = shop.visitor()
    const wanted = orderOf([shop.product])
    for (;;) {
      const { status, body, headers, text } = await browser.post('/api/orders', wanted)
      if (status === 200) return placed.push((body as PlacedOrder).id)
      expect([status, headers.get('retry-after')], text).toEqual([503, '2'])
      seen.busy++
      await pause(20)
    }
  }
  async function getPage() {
    const page = await shop.visitor().get('/products')
    expect(page.status, 'a cached page').toBe(200)
    seen.pages++
  }
  /** Both processes have rendered it again: after a gap in its notifications a process drops its pages. */
  async function warm() {
    await vi.waitFor(async () => {
      const pages = await Promise.all([1, 2, 3, 4].map(() => shop.visitor().get('/products')))
      expect(pages.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      const ready = await Promise.all([1, 2, 3, 4].map(() => shop.visitor().get('/readyz')))
      expect(ready.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    }, PATIENCE)
  }
  const untilOver = async (work: () => Promise<unknown>) => {
    while (!isOver()) await work()
  }

  await warm()
  const load = Promise.all([
    ...Array.from({ length: SHOPPERS }, () => untilOver(order)),
    untilOver(getPage),
  ]).finally(() => over.abort())
  const damage = async () => {
    for (let n = 0; n < 10 && !isOver(); n++) {
      const before = placed.length
      await (n % 5 === 4 ? shop.killPostgres() : shop.terminateConnections())
      await warm()
      // Orders go on before the next loss.
      await vi.waitFor(() => expect(placed.length).toBeGreaterThan(before + SHOPPERS), PATIENCE)
    }
  }
  await Promise.all([load, damage().finally(() => over.abort())])

  console.log(`lost connections: ${JSON.stringify({ placed: placed.length, ...seen })}`)
  expect(seen.busy, 'answers 503 while the database was away').toBeGreaterThan(0)
  const stored = await shop.query('select id from orders where id = any($1)', [placed])
  expect(stored).toHaveLength(new Set(placed).size)
  expect(shop.output()).not.toContain('A web process ended')
})

describe('forwarded addresses that a client invents', () => {
  /** What the proxy in front sends on: the client's own header, and the address that it saw. */
  const forged = (n: number, real: string) => shop.visitor(`198.51.100.${n}, 127.0.0.1, ${real}`)

  test('do not allow more than 10 of 60 password guesses', async () => {
    const { email } = DEMO_ACCOUNTS.shopper
    const guess = (_: unknown, n: number) => forged(n, '203.0.113.60').signIn(email, `guess ${n}`)
    const answers = await inLanes(Array.from({ length: 60 }), 10, guess)
    const count = (status: number) => answers.filter((one) => one.status === status).length
    expect({ reached: count(401), refused: count(429) }).toEqual({ reached: 10, refused: 50 })
  })

  test('do not allow more than 30 of 40 orders to hold their stock', async () => {
    const orders = await placeBatches(40, (n) => forged(n, '203.0.113.61'))
    expect(orders.filter(({ holds_stock }) => holds_stock)).toHaveLength(30)
  })

  test('do not open /metrics, which answers this machine alone', async () => {
    for (const ip of ['127.0.0.1', '::1', '127.0.0.1, 203.0.113.62']) {
      expect((await shop.visitor(ip).get('/metrics')).status, ip).toBe(403)
    }
    const processes = new Set<string | undefined>()
    for (let n = 0; n < 10; n++) {
      const response = await fetch(`${shop.url}/metrics`, { headers: { connection: 'close' } })
      processes.add(/process="(\d+)"/.exec(await response.text())?.[1])
    }
    expect([...processes].sort()).toEqual(shop.webProcesses().map(String).sort())
  })
})

describe('a hold has limits', () => {
  test('one unpaid order for all the stock of 36 products leaves it to others', async () => {
    const rows = await shop.query<{ id: string; price: string; stock: number }>(
      'select id, price, stock from products where stock between 11 and 999 order by id limit 36',
    )
    const all = rows.map(({ id, price, stock }) => ({ id, price: Number(price), quantity: stock }))
    expect(await shop.place(shop.visitor(), orderOf(all))).toMatchObject({ holds_stock: false })
    for (const [n, { id, price }] of all.entries()) {
      const other = await shop.place(shop.visitor(`203.0.114.${n}`), orderOf([{ id, price }]))
      expect(other.holds_stock).toBe(true)
    }
  })

  test('3 orders of a browser, and 30 of an address, at however many processes', async () => {
    const first = shop.visitor()
    await shop.place(first)
    const again = () => shop.place(shop.visitor(shop.nextIp(), first.cookies))
    const ofBrowser = await Promise.all(Array.from({ length: 8 }, again))
    expect(ofBrowser.filter(({ holds_stock }) => holds_stock)).toHaveLength(2)

    const ofAddress = await placeBatches(40, () => shop.visitor('203.0.113.63'))
    expect(ofAddress.filter(({ holds_stock }) => holds_stock)).toHaveLength(30)
  })
})
