import { expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { givenProduct } from '#server/testing/factories.ts'
import { givenOrder } from '#server/testing/order-factories.ts'
import { wordsOf } from '#server/testing/pdf-text.ts'
import { drawPickList, sumUp } from './pick-list.ts'
import { readOrders } from './read-orders.ts'

const { db } = await givenDatabase()
const at = new Date('2026-06-01T12:00:00Z')
const seller = {
  name: 'Petal & Dew',
  address: '',
  city: '',
  email: '',
  phone: '',
  currency: 'USD',
} as const

test('the same size of several orders is one line with their sum, by name', async () => {
  const small = await givenProduct(db, { name: 'Serum 30 ml' })
  const large = await givenProduct(db, { name: 'Serum 50 ml' })
  const balm = await givenProduct(db, { name: 'Balm' })
  const one = await givenOrder(db, {
    items: [
      { product: small, quantity: 2 },
      { product: large, quantity: 1 },
    ],
  })
  const other = await givenOrder(db, {
    items: [
      { product: small, quantity: 3 },
      { product: balm, quantity: 1 },
    ],
  })
  const orders = await readOrders(db, [one.id, other.id])
  expect(sumUp(orders)).toEqual([
    { name: 'Balm', quantity: 1 },
    { name: 'Serum 30 ml', quantity: 5 },
    { name: 'Serum 50 ml', quantity: 1 },
  ])
  const text = wordsOf(await drawPickList({ orders, left: 3, at }, seller)).join('|')
  for (const part of ['2 orders, the oldest of 5 to pack', '5 ×', '7 pieces', one.id.slice(0, 8)]) {
    expect(text).toContain(part)
  }
})

test('hundreds of orders go on over further pages, and nothing to pack is said', async () => {
  const product = await givenProduct(db)
  const { id } = await givenOrder(db, { items: [{ product, quantity: 1 }] })
  const [order] = await readOrders(db, [id])
  if (!order) throw new Error('no order')
  const many = Array.from({ length: 200 }, () => order)
  const pdf = await drawPickList({ orders: many, left: 0, at }, seller)
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeGreaterThan(5)
  const empty = wordsOf(await drawPickList({ orders: [], left: 0, at }, seller)).join('|')
  expect(empty).toContain('Nothing to pack')
})
