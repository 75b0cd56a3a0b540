import { beforeAll, expect, test } from 'vitest'
import { givenProduct } from '#server/testing/factories.ts'
import { givenPayableShop, type PayableShop, placed } from '#server/testing/order-factories.ts'

let shop: PayableShop

beforeAll(async () => {
  shop = await givenPayableShop()
})

const browse = async () => {
  for (const path of ['/', '/products', '/api/products', '/api/categories']) {
    const response = await shop.visitor().send('GET', path)
    await response.arrayBuffer()
    expect(response.status).toBe(200)
  }
  return 'browsed'
}

test('while the provider hangs, browsing goes on, and those who pay get an answer from us', async () => {
  const serum = await givenProduct(shop.db, { price: 38.5, stock: 1000 })
  const buyers = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const buyer = shop.visitor()
      return { buyer, order: await placed(buyer, serum) }
    }),
  )
  await browse()
  // Longer than any test may take: only our own time limits end these calls.
  shop.simulator.control.set({ faults: [{ on: 'any', fault: 'hang', delayMs: 3_600_000 }] })
  const paying = buyers.map(async ({ buyer, order }) => ({
    link: await buyer.link(order),
    answer: await buyer.complete(order.id),
  }))
  const firstToPay = Promise.race(paying).then(() => 'paid')
  expect(await Promise.race([browse(), firstToPay])).toBe('browsed')

  for (const { link, answer } of await Promise.all(paying)) {
    expect(link).toMatchObject({ status: 503, body: { message: 'Failed to create payment link' } })
    expect(answer).toMatchObject({ status: 200, body: { state: 'pending' } })
  }
})

test('when the provider is well again, payment pages open after a few seconds', async () => {
  shop.simulator.control.reset()
  const serum = await givenProduct(shop.db, { price: 38.5, stock: 1000 })
  const buyer = shop.visitor()
  const order = await placed(buyer, serum)
  await expect
    .poll(async () => (await buyer.link(order)).status, { timeout: 30_000, interval: 200 })
    .toBe(200)
})
