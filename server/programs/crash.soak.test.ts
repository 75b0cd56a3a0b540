import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test, vi } from 'vitest'
import { type BuiltShop, givenBuiltShop } from '../testing/built-shop.ts'
import { address, inLanes, orderRequest } from '../testing/order-factories.ts'

const CHECKOUTS = 2000
const SHOPPERS = 40
const DAMAGE = { web: 20, postgres: 5, connections: 20 }
/** A shopper without an answer, or with 503, tries again with the same key. Longer than any restart takes. */
const PATIENCE_MS = 300_000
const ANSWER_MS = 30_000

let shop: BuiltShop
let product: { id: string; price: number; stock: number }

beforeAll(async () => {
  shop = await givenBuiltShop()
  const [row] = await shop.query<{ id: string; price: string; stock: number }>(
    'select id, price, stock from products where stock > 0 order by id limit 1',
  )
  if (!row) throw new Error('The demo has no products')
  product = { id: row.id, price: Number(row.price), stock: CHECKOUTS * 2 }
  await shop.query('update products set stock = $2 where id = $1', [row.id, product.stock])
  await shop.query(
    `insert into stock_movements (product_id, change, reason) values ($1, $2, 'set')`,
    [row.id, product.stock - row.stock],
  )
})

type Placed = { key: string; id: string }
const tally = { busy: 0, lost: 0 }

/** An acknowledged order, however often it takes. Any answer but success or "try again" is a failure. */
async function placeOrder(n: number): Promise<Placed> {
  const line = { product_id: product.id, quantity: 1 }
  const to = { ...address, email: `iris.${n}@crash.example.com` }
  const order = orderRequest([line], product.price, { shipping_address: to })
  const key = order.idempotency_key
  const deadline = Date.now() + PATIENCE_MS
  for (;;) {
    const { status, text } = await send(n, order)
    if (status === 200) return { key, id: JSON.parse(text).id }
    if (status === 503) tally.busy++
    else if (status === 0) tally.lost++
    else throw new Error(`Order ${n}: expected 200 or 503, the answer was ${status} ${text}`)
    if (Date.now() > deadline) {
      const seconds = PATIENCE_MS / 1000
      throw new Error(`Order ${n} was not placed in ${seconds} s, at last: ${status} ${text}`)
    }
    await pause(50)
  }
}

/** Status 0: the connection was lost, or there was no answer. */
async function send(n: number, order: object) {
  try {
    const response = await fetch(`${shop.url}/api/orders`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin: shop.url,
        'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
      },
      body: JSON.stringify(order),
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } }
    return { status: 0, text: `${name} ${cause?.code ?? ''}` }
  }
}

const done = { web: 0, postgres: 0, connections: 0, terminated: 0 }

const ACTS: Record<keyof typeof DAMAGE, () => Promise<void>> = {
  web: async () => {
    const [oldest] = shop.webProcesses()
    if (!oldest) throw new Error('Expected a web process to kill, there is none')
    process.kill(oldest, 'SIGKILL')
    done.web++
  },
  postgres: async () => {
    await shop.killPostgres()
    done.postgres++
  },
  connections: async () => {
    const [terminated] = await shop.terminateConnections()
    done.terminated += terminated?.count ?? 0
    done.connections++
  },
}

/** All kinds, mixed. */
function damagePlan(): (keyof typeof DAMAGE)[] {
  const kinds = ['web', 'postgres', 'connections'] as const
  return kinds
    .flatMap((kind) =>
      Array.from({ length: DAMAGE[kind] }, (_, n) => ({ kind, at: (n + 0.5) / DAMAGE[kind] })),
    )
    .sort((one, other) => one.at - other.at)
    .map(({ kind }) => kind)
}

/** A wave of orders at once; when the first is acknowledged and the others are under way, the damage is done. */
async function orderDuring(act: () => Promise<void>, numbers: number[]) {
  let damage: Promise<void> | undefined
  const placed = await inLanes(numbers, SHOPPERS, async (n) => {
    const order = await placeOrder(n)
    damage ??= act()
    return order
  })
  await damage
  return placed
}

/** What the home page answers meanwhile, until aborted. */
async function browse(signal: AbortSignal) {
  const statuses: Record<number, number> = {}
  while (!signal.aborted) {
    const status = await fetch(shop.url, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
      async (response) => {
        await response.text()
        return response.status
      },
      () => 0,
    )
    statuses[status] = (statuses[status] ?? 0) + 1
    await pause(20)
  }
  return statuses
}

test('checkouts survive killed processes, a killed database and lost connections', async () => {
  const plan = damagePlan()
  const numbers = Array.from({ length: CHECKOUTS }, (_, n) => n)
  const placed: Placed[] = []
  const shopping = new AbortController()
  const browsing = browse(shopping.signal)
  const begin = performance.now()
  try {
    for (const [wave, kind] of plan.entries()) {
      const [from, to] = [wave, wave + 1].map((n) => Math.round((n * CHECKOUTS) / plan.length))
      placed.push(...(await orderDuring(ACTS[kind], numbers.slice(from, to))))
    }
  } finally {
    shopping.abort()
  }
  const seconds = (performance.now() - begin) / 1000
  const pages = await browsing
  console.log(
    `${placed.length} orders in ${seconds.toFixed(0)} s; ${JSON.stringify({ ...done, ...tally, pages })}`,
  )
  expect(done).toMatchObject(DAMAGE)

  // No acknowledged order is lost, none is there twice.
  const rows = await shop.query<Placed>(
    `select id, idempotency_key as key from orders where guest_email like '%@crash.example.com'`,
  )
  const byKey = new Map(rows.map(({ id, key }) => [key, id]))
  expect(placed.filter(({ id, key }) => byKey.get(key) !== id)).toEqual([])
  expect(rows).toHaveLength(CHECKOUTS)

  // Processes end only when they are killed, and no page is an error page.
  const ended = shop.output().match(/A web process ended.*/g) ?? []
  expect(
    ended.filter((line) => !line.includes('SIGKILL')),
    shop.output(),
  ).toEqual([])
  expect(ended).toHaveLength(DAMAGE.web)
  expect(Object.keys(pages).filter((status) => !['200', '503', '0'].includes(status))).toEqual([])

  // Every hold ends, and the numbers add up.
  const isOurs = `guest_email like '%@crash.example.com'`
  await shop.query(`update orders set hold_until = now() - interval '1 second' where ${isOurs}`)
  await vi.waitFor(
    async () => {
      const [left] = await shop.query<{ holds: number }>(
        `select count(*)::int as holds from orders where ${isOurs} and (holds_stock or hold_until is not null)`,
      )
      expect(left, 'holds that have not ended').toEqual({ holds: 0 })
    },
    { timeout: 600_000, interval: 1000 },
  )
  const stock = await shop.query('select stock from products where id = $1', [product.id])
  expect(stock).toEqual([{ stock: product.stock }])
  expect(await shop.doctor()).toEqual({ code: 0, output: 'Everything adds up.' })
})
