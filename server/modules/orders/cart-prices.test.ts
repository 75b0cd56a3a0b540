import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { givenProduct, givenProfile } from '#server/testing/factories.ts'
import {
  givenPayableShop,
  type PayableShop,
  placed,
  sessionIn,
} from '#server/testing/order-factories.ts'

let shop: PayableShop

beforeAll(async () => {
  shop = await givenPayableShop()
})

const ask = (ids: unknown) =>
  fetch(`${shop.url}/api/cart/prices`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: shop.url },
    body: JSON.stringify({ ids }),
  })

test('a cart learns what its products cost now, and how many there are', async () => {
  const mist = await givenProduct(shop.db, { name: 'Rose Mist', price: 24.5, stock: 3 })
  const soldOut = await givenProduct(shop.db, { price: 12, stock: 0, cost_price: 4 })
  const archived = await givenProduct(shop.db, { archived_at: new Date().toISOString() })

  const response = await ask([mist.id, soldOut.id, archived.id, randomUUID()])
  expect(response.status).toBe(200)
  const prices = await response.json()
  expect(prices).toHaveLength(2)
  expect(prices).toContainEqual({
    id: mist.id,
    name: 'Rose Mist',
    price: 24.5,
    image_url: mist.image_url,
    stock: 3,
  })
  expect(prices.find(({ id }: { id: string }) => id === soldOut.id)).toEqual({
    id: soldOut.id,
    name: soldOut.name,
    price: 12,
    image_url: soldOut.image_url,
    stock: 0,
  })
})

test('an empty cart costs nothing', async () => {
  expect(await (await ask([])).json()).toEqual([])
})

test.each([
  ['a word', ['serum']],
  ['SQL', ["' or 1=1 --"]],
  ['a list in a list', [[randomUUID()]]],
  ['101 products', Array.from({ length: 101 }, () => randomUUID())],
  ['no list', 'all'],
])('%s is not a list of product ids', async (_, ids) => {
  expect((await ask(ids)).status).toBe(400)
})

test('what an unpaid order of the same shopper holds is still theirs alone', async () => {
  const stockFor = async (visitor: ReturnType<PayableShop['visitor']>, id: string) =>
    (await visitor.post('/cart/prices', { ids: [id] })).body[0].stock
  const shopper = shop.visitor()
  await shopper.signIn(await givenProfile(shop.db))

  for (const buyer of [shop.visitor(), shopper]) {
    const last = await givenProduct(shop.db, { price: 20, stock: 2 })
    const order = await placed(buyer, last, 2)
    expect(await stockFor(buyer, last.id)).toBe(2)
    expect(await stockFor(shop.visitor(), last.id)).toBe(0)

    const forger = shop.visitor()
    forger.cookies.set('petal_orders', `${order.id}.${'A'.repeat(43)}`)
    expect(await stockFor(forger, last.id)).toBe(0)

    const { body } = await buyer.link(order)
    shop.simulator.control.pay(sessionIn(body.paymentUrl))
    await buyer.complete(order.id)
    expect(await stockFor(buyer, last.id)).toBe(0)
  }
})
