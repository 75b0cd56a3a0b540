import { setTimeout as pause } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { type BusyShop, givenBusyShop, orderOf } from '#server/testing/busy-shop.ts'

/** Smaller on a machine that does other work, too. */
const RESTARTS = Number(process.env.RESTARTS ?? 10)
const VISITORS = Number(process.env.VISITORS ?? 50)
const BUYERS = 4
/** Between two clicks of a visitor. */
const PAUSE_MS = 200
/** Each purchase changes pages, which are rendered anew: without a pause they would be refused as a flood. */
const PURCHASE_PAUSE_MS = 1000

let shop: BusyShop

beforeAll(async () => {
  shop = await givenBusyShop()
})

test(`${RESTARTS} rolling restarts under ${VISITORS} visitors and ${BUYERS} buyers: no request fails`, async () => {
  const before = shop.webProcesses()
  let isRestarting = true
  const answers: number[] = []
  const failures: string[] = []

  /** Half of them on connections that stay open, which a process must not close with a request on its way. */
  async function visit(n: number) {
    const headers: Record<string, string> = n % 2 ? { connection: 'close' } : {}
    const paths = ['/', '/products', `/products?q=rose+${n}`, `/product/${shop.product.id}`]
    for (let round = 0; isRestarting; round++) {
      const path = paths[round % paths.length]
      try {
        const answer = await fetch(shop.url + path, { headers })
        await answer.arrayBuffer()
        answers.push(answer.status)
      } catch (error) {
        failures.push(`${path}: ${(error as Error).cause ?? error}`)
      }
      await pause(PAUSE_MS)
    }
  }

  const orders: string[] = []
  async function buy() {
    while (isRestarting) {
      const buyer = shop.visitor()
      const answer = await buyer.post('/api/orders', orderOf([shop.product])).catch((error) => {
        failures.push(`an order: ${error.cause ?? error}`)
      })
      if (answer?.status === 200) orders.push((answer.body as { id: string }).id)
      else if (answer) failures.push(`an order: ${answer.status} ${answer.text}`)
      await pause(PURCHASE_PAUSE_MS)
    }
  }

  const visits = Array.from({ length: VISITORS }, (_, n) => visit(n))
  const purchases = Array.from({ length: BUYERS }, buy)
  for (let n = 0; n < RESTARTS; n++) await shop.restartWebProcesses()
  isRestarting = false
  await Promise.all([...visits, ...purchases])

  console.log(`${answers.length} pages and ${orders.length} orders during ${RESTARTS} restarts`)
  expect(failures).toEqual([])
  expect(new Set(answers)).toEqual(new Set([200]))
  const [{ stored } = { stored: 0 }] = await shop.query<{ stored: number }>(
    'select count(*)::int as stored from orders where id = any($1)',
    [orders],
  )
  expect(stored).toBe(orders.length)
  expect(orders.length).toBeGreaterThan(0)
  const after = shop.webProcesses()
  expect(after).toHaveLength(before.length)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
  await shop.expectUnharmed()
})
