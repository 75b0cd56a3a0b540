import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { AdminGroup } from '#contract/edit-product-groups.ts'
import { attachmentOf } from '../modules/chat/attachments.ts'
import { givenSignedIn, type Visitor } from '../testing/account-factories.ts'
import { eventually } from '../testing/eventually.ts'
import { givenAdmin, givenProduct } from '../testing/factories.ts'
import { givenPayableShop, orderRequest, type PayableShop } from '../testing/order-factories.ts'

let shop: PayableShop
let admin: Visitor
let small: string
let large: string
let group: AdminGroup

beforeAll(async () => {
  shop = await givenPayableShop()
  admin = await givenSignedIn(shop, await givenAdmin(shop.db))
  const name = `Rosehip ${randomUUID().slice(0, 8)}`
  small = (await givenProduct(shop.db, { name, price: 24, stock: 1 })).id
  large = (await givenProduct(shop.db, { name: 'Rosehip, large', price: 38, stock: 20 })).id
  group = await save('POST', '/product_groups', {
    ...{ name: 'Rosehip Serum', option_name: 'Size', kind: 'size' },
    members: [
      { product_id: small, value: '30 ml', colour: null },
      { product_id: large, value: '50 ml', colour: null },
    ],
  })
})

async function save<Result>(method: string, path: string, body?: unknown): Promise<Result> {
  const answer = await admin.call(method, `/api${path}`, body)
  expect(answer.status, answer.text).toBeLessThan(300)
  return answer.body as Result
}

const read = async (path: string) => (await fetch(`${local()}${path}`)).text()
const local = () => `http://localhost:${shop.config.port}`

test('each size has its address in the sitemap and is its own canonical page', async () => {
  const sitemap = await read('/sitemap.xml')
  for (const id of [small, large]) {
    expect(sitemap).toContain(`/product/${id}</loc>`)
    const page = await read(`/product/${id}`)
    expect(page).toContain(`rel="canonical" href="${shop.config.publicUrl}/product/${id}"`)
    expect(page).toContain('"@type":"ProductGroup"')
  }
})

test('a card of the chat names the size', async () => {
  const attached = await attachmentOf(shop.context, { type: 'product', product_id: large })
  expect(attached).toMatchObject({ name: 'Rosehip Serum, 50 ml', price: 38 })
})

test('two sizes in one order keep their names; the page of one says that the other is sold out', async () => {
  expect(await read(`/api/products/${large}`)).toContain('"in_stock":true,"image_url":null},{')
  const guest = shop.visitor()
  const lines = [small, large].map((product_id) => ({ product_id, quantity: 1 }))
  const { status, body } = await guest.place(orderRequest(lines, 62))
  expect(status).toBe(200)
  await eventually(async () => {
    const page = JSON.parse(await read(`/api/products/${large}`))
    expect(page.group.choices).toMatchObject([{ in_stock: false }, { in_stock: true }])
  })
  const { id, version, members } = group
  const edit = { name: 'Rosehip Elixir', option_name: 'Size', kind: 'size' }
  const remaining = members.map(({ product_id, value, colour }) => ({ product_id, value, colour }))
  await save('PUT', `/product_groups/${id}`, { ...edit, version, members: remaining })
  const { body: order } = await guest.get(`/orders/${body.id}`)
  const names = order.items.map((item: { name: string }) => item.name).sort()
  expect(names).toEqual(['Rosehip Serum, 30 ml', 'Rosehip Serum, 50 ml'])
  expect(await shop.findings()).toEqual([])
})
