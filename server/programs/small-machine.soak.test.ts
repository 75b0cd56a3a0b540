import { beforeAll, expect, test } from 'vitest'
import { givenVisitor } from '#server/testing/account-factories.ts'
import { type BuiltShop, givenBuiltShop } from '#server/testing/built-shop.ts'
import { givenMemoryLimit } from '#server/testing/memory-limit.ts'
import { orderRequest } from '#server/testing/order-factories.ts'

const VISITORS = 50
const ROUNDS = 20
/** Between two clicks of a visitor. */
const PAUSE_MS = 200

let limit: ReturnType<typeof givenMemoryLimit>
let shop: BuiltShop

beforeAll(async () => {
  limit = givenMemoryLimit(512)
  // One core, and everything else as `npm start` chooses it.
  const within = ['taskset', '--cpu-list', '0', ...limit.within]
  shop = await givenBuiltShop({ WEB_CONCURRENCY: '' }, { within })
})

const read = async (path: string) => {
  const begin = performance.now()
  const response = await fetch(shop.url + path)
  await response.arrayBuffer()
  return { status: response.status, ms: performance.now() - begin }
}

test('the demo opens with one web process', () => {
  expect(shop.webProcesses()).toHaveLength(1)
})

test(`${VISITORS} visitors at the same time and a checkout, in 512 MB on one core`, async () => {
  const { items } = await (await fetch(`${shop.url}/api/products`)).json()
  const product = items.find(({ stock }: { stock: number }) => stock > 5)
  const visit = async (n: number) => {
    const paths = [
      '/',
      '/products',
      `/product/${items[n % items.length].id}`,
      `/products?search=rose+${n}`,
    ]
    const answers = []
    for (let round = 0; round < ROUNDS; round++) {
      answers.push(await read(paths[round % paths.length] ?? '/'))
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
    return answers
  }
  const visits = Promise.all(Array.from({ length: VISITORS }, (_, n) => visit(n)))
  const line = { product_id: product.id, quantity: 1 }
  const order = await givenVisitor(shop).post('/api/orders', orderRequest([line], product.price))
  const answers = (await visits).flat()

  expect(order.status).toBe(200)
  const times = answers.map(({ ms }) => ms).sort((a, b) => a - b)
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)] ?? 0)
  console.log(`${answers.length} pages: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, p99 ${at(0.99)} ms`)
  expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  expect(limit.killed()).toBe(0)
})
