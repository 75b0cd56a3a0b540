import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { type BuiltShop, givenBuiltShop } from '../testing/built-shop.ts'
import { checkInvariants } from './check-invariants.ts'

const CHECKOUTS = 2000
const SHOPPERS = 40
const KILLS = { web: 20, postgres: 5, connections: 20 }
/** A shopper who gets no answer, or 503, tries again with the same key, for this long at most. */
const PATIENCE_MS = 60_000

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

/** An acknowledged order, however often it takes. Any answer but success or "try again" is a failure. */
async function placeOrder(n: number): Promise<Placed> {
  const key = randomUUID()
  const deadline = Date.now() + PATIENCE_MS
  let last = ''
  for (;;) {
    const answer = await send(n, key).catch((error) => {
      last = `${error.name} ${error.cause?.code ?? error.cause?.message ?? ''}`
      return undefined
    })
    if (answer) last = String(answer.status)
    if (answer?.status === 200) return { key, id: ((await answer.json()) as { id: string }).id }
    if (answer && answer.status !== 503) {
      throw new Error(`Order ${n} was answered ${answer.status}: ${await answer.text()}`)
    }
    if (Date.now() > deadline)
      throw new Error(`Order ${n} was not placed in time (${last}): ${shop.output()}`)
    await pause(50)
  }
}

const send = (n: number, idempotency_key: string) =>
  fetch(`${shop.url}/api/orders`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: shop.url,
      'x-forwarded-for': `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`,
    },
    body: JSON.stringify({
      idempotency_key,
      lines: [{ product_id: product.id, quantity: 1 }],
      shipping_address: {
        fullName: 'Iris Bloom',
        email: `iris.${n}@example.com`,
        address: '1 Garden Lane',
        city: 'Hudson',
        state: 'NY',
        zipCode: '12534',
        country: 'USA',
      },
      total: product.price,
    }),
    signal: AbortSignal.timeout(15_000),
  })

/** Kills and terminations, spread over the checkouts: after every so many orders one of them. */
function createSaboteur() {
  const acts = [
    ...Array.from({ length: KILLS.web }, () => killWebProcess),
    ...Array.from({ length: KILLS.postgres }, () => killPostgres),
    ...Array.from({ length: KILLS.connections }, () => terminateConnections),
  ].map((act, n, all) => ({ act, at: ((n * 7) % all.length) * Math.floor(CHECKOUTS / all.length) }))
  return async (placed: number) => {
    for (const due of acts.filter(({ at }) => at === placed)) await due.act()
  }
}

let webKills = 0

async function killWebProcess() {
  const [pid] = shop.webProcesses()
  if (!pid) return
  process.kill(pid, 'SIGKILL')
  webKills++
}

async function killPostgres() {
  process.kill(shop.postmaster(), 'SIGKILL')
  await shop.query('select 1')
}

const terminateConnections = () =>
  shop.query('select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()')

/** Cached pages answer for as long as a web process runs. */
async function browse(until: Promise<unknown>) {
  let isOver = false
  until.finally(() => {
    isOver = true
  })
  const statuses = new Map<number, number>()
  while (!isOver) {
    const status = await fetch(shop.url).then(
      async (response) => {
        await response.text()
        return response.status
      },
      // The process that had the connection was killed.
      () => 0,
    )
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    await pause(20)
  }
  return statuses
}

test('checkouts survive killed processes, a killed database and lost connections', async () => {
  const sabotage = createSaboteur()
  const placed: Placed[] = []
  let next = 0
  const shopping = Promise.all(
    Array.from({ length: SHOPPERS }, async () => {
      while (next < CHECKOUTS) {
        const n = next++
        placed.push(await placeOrder(n))
        await sabotage(placed.length)
      }
    }),
  )
  const [statuses] = await Promise.all([browse(shopping), shopping])

  expect(placed).toHaveLength(CHECKOUTS)
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 0)).toEqual([])

  // No acknowledged order is lost, none is there twice.
  const rows = await shop.query<{ id: string; key: string }>(
    'select id, idempotency_key as key from orders where idempotency_key = any($1)',
    [placed.map(({ key }) => key)],
  )
  const byKey = new Map(rows.map(({ id, key }) => [key, id]))
  expect(rows).toHaveLength(CHECKOUTS)
  expect(placed.filter(({ id, key }) => byKey.get(key) !== id)).toEqual([])

  // Processes end only when they are killed.
  const ended = shop.output().match(/A web process ended/g) ?? []
  expect(ended).toHaveLength(webKills)

  // Every hold ends, and the numbers add up.
  await shop.query(
    `update orders set hold_until = now() - interval '1 minute' where hold_until > now()`,
  )
  await vi.waitFor(
    async () => {
      const [left] = await shop.query<{ n: number }>(
        'select count(*)::int as n from orders where hold_until is not null',
      )
      expect(left?.n).toBe(0)
    },
    { timeout: 180_000, interval: 1000 },
  )
  const [after] = await shop.query<{ stock: number }>('select stock from products where id = $1', [
    product.id,
  ])
  expect(after?.stock).toBe(product.stock)
  const pool = new pg.Pool({ connectionString: shop.databaseUrl, max: 1 })
  expect(await checkInvariants(drizzle(pool), new Date())).toEqual([])
  await pool.end()
})
