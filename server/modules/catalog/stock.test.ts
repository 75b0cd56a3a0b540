import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { ProductSummary } from '#contract/catalog.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import { eventually } from '#server/testing/eventually.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenServer } from '#server/testing/server.ts'
import { products } from './catalog.table.ts'
import { giveBackStock, takeStock } from './stock.ts'

let server: Awaited<ReturnType<typeof givenServer>>

beforeAll(async () => {
  server = await givenServer()
})

const sell = (product_id: string, quantity: number, order_id = randomUUID()) =>
  server.db.transaction((tx) => takeStock(tx, order_id, [{ product_id, quantity }], new Date()))

const json = async (path: string) => (await fetch(`${server.url}/api${path}`)).json()
const stockOfProduct = async (id: string) => (await json(`/products/${id}`)).stock
const stockInList = async (id: string) => {
  const { items }: { items: ProductSummary[] } = await json('/products')
  return items.find((item) => item.id === id)?.stock
}
const page = async (path: string) => (await fetch(`${server.url}${path}`)).text()

async function rendersOf(act: () => Promise<unknown>) {
  const before = server.cache.counts.renders
  await act()
  return server.cache.counts.renders - before
}

test('a list gives a stock of at most ten, the product itself the exact one', async () => {
  const { id } = await givenProduct(server.db, { stock: 95 })
  await eventually(async () => expect(await stockInList(id)).toBe(LOW_STOCK_BELOW))
  expect(await stockOfProduct(id)).toBe(95)
})

test('selling one of many renews the page of the product and no list', async () => {
  const { id } = await givenProduct(server.db, { stock: 95 })
  await eventually(async () => expect(await stockInList(id)).toBe(LOW_STOCK_BELOW))
  expect(await stockOfProduct(id)).toBe(95)
  for (const path of ['/', '/products', '/products?sort=price-up']) await page(path)

  await sell(id, 1)
  await eventually(async () => expect(await stockOfProduct(id)).toBe(94))
  const renders = await rendersOf(async () => {
    for (const path of ['/', '/products', '/products?sort=price-up']) await page(path)
    expect(await stockInList(id)).toBe(LOW_STOCK_BELOW)
  })
  expect(renders).toBe(0)
})

test('a stock that falls under ten, sells out or comes back is right in every list', async () => {
  const order = randomUUID()
  const { id } = await givenProduct(server.db, { name: 'Low Tide Balm', stock: 11, featured: true })
  const other = await givenProduct(server.db, { stock: 50 })
  await eventually(async () => expect(await stockInList(id)).toBe(LOW_STOCK_BELOW))

  await sell(id, 2)
  await eventually(async () => expect(await stockInList(id)).toBe(9))
  await sell(id, 1)
  await eventually(async () => expect(await stockInList(id)).toBe(8))

  const lists = ['/', '/products', '/products?q=tide', `/product/${other.id}`]
  const listsWithSoldOut = async () => {
    const pages = await Promise.all(lists.map(page))
    return lists.filter((_, n) => pages[n]?.includes('Sold out'))
  }
  expect(await listsWithSoldOut()).toEqual([])
  await sell(id, 8, order)
  await eventually(async () => expect(await listsWithSoldOut()).toEqual(lists))
  expect((await json('/products?in_stock=true')).items).not.toContainEqual(
    expect.objectContaining({ id }),
  )

  await giveBackStock(server.db, order, new Date())
  await eventually(async () => expect(await listsWithSoldOut()).toEqual([]))
  expect(await stockInList(id)).toBe(8)
})

test('any other change of a product renews every page', async () => {
  const { id } = await givenProduct(server.db, { name: 'Old Name' })
  await eventually(async () => expect(await page('/products')).toContain('Old Name'))
  await server.db.update(products).set({ name: 'New Name' }).where(eq(products.id, id))
  await eventually(async () => expect(await page('/products')).toContain('New Name'))
})

test('the id of a product in another spelling is never answered from an older state', async () => {
  const { id } = await givenProduct(server.db, { stock: 95 })
  const spellings = [id.toUpperCase(), `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`]
  for (const spelling of spellings) {
    expect(await stockOfProduct(spelling)).toBe(95)
    const { status, headers } = await fetch(`${server.url}/product/${spelling}?utm_source=a`, {
      redirect: 'manual',
    })
    expect([status, headers.get('location')]).toEqual([308, `/product/${id}?utm_source=a`])
  }
  await sell(id, 1)
  await eventually(async () => expect(await stockOfProduct(id)).toBe(94))
  for (const spelling of spellings) expect(await stockOfProduct(spelling)).toBe(94)
})

test('two orders of the same products in opposite order do not deadlock', async () => {
  const one = await givenProduct(server.db, { stock: 500 })
  const two = await givenProduct(server.db, { stock: 500 })
  const lines = [one, two].map(({ id }) => ({ product_id: id, quantity: 1 }))
  const orders = Array.from({ length: 40 }, (_, n) =>
    server.db.transaction((tx) =>
      takeStock(tx, randomUUID(), n % 2 ? lines : lines.toReversed(), new Date()),
    ),
  )
  for (const { short } of await Promise.all(orders)) expect(short).toEqual([])
  const { rows } = await server.db.execute(sql`
    select stock from products where id in (${one.id}, ${two.id})`)
  expect(rows).toEqual([{ stock: 460 }, { stock: 460 }])
})
