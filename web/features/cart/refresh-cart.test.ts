import { afterEach, expect, test, vi } from 'vitest'
import { moneyIn } from '#contract/money.ts'
import { addItem, currentCart } from './cart.ts'
import { applyPrices, refreshItems } from './refresh-cart.ts'

afterEach(() => vi.unstubAllGlobals())

const serum = { id: 's', name: 'Rosehip Renewal', price: 38, image_url: '/files/s.webp' }
const mist = { id: 'm', name: 'Rose Mist', price: 24, image_url: null }
const cart = [
  { ...serum, quantity: 2 },
  { ...mist, quantity: 1 },
]
const requested = ['s', 'm']
const inStock = [
  { ...serum, stock: 10 },
  { ...mist, stock: 10 },
]

test('current prices change nothing', () => {
  const { items, changes } = refreshItems(cart, requested, inStock, moneyIn('USD'))
  expect(changes).toEqual([])
  expect(items[0]).toBe(cart[0])
  expect(items[1]).toBe(cart[1])
})

test('a new price is applied and reported', () => {
  const prices = [{ ...serum, price: 40.5, stock: 10 }, inStock[1]!]
  const { items, changes } = refreshItems(cart, requested, prices, moneyIn('USD'))
  expect(items[0]).toEqual({ ...serum, price: 40.5, quantity: 2 })
  expect(changes.map(({ text }) => text)).toEqual([
    'The price of Rosehip Renewal changed from $38.00 to $40.50',
  ])
})

test('a quantity is reduced to the stock', () => {
  const { items, changes } = refreshItems(
    cart,
    requested,
    [{ ...serum, stock: 1 }, inStock[1]!],
    moneyIn('USD'),
  )
  expect(items[0]?.quantity).toBe(1)
  expect(changes.map(({ text }) => text)).toEqual(['Only 1 left of Rosehip Renewal'])
})

test('what is gone or sold out is removed and reported', () => {
  const { items, changes } = refreshItems(cart, requested, [{ ...mist, stock: 0 }], moneyIn('USD'))
  expect(items).toEqual([])
  expect(changes.map(({ text }) => text)).toEqual([
    'Rosehip Renewal is no longer available',
    'Rose Mist is out of stock',
  ])
})

test('a product added during the request stays', () => {
  const { items, changes } = refreshItems(cart, ['s'], [inStock[0]!], moneyIn('USD'))
  expect(items).toEqual(cart)
  expect(changes).toEqual([])
})

test('a new name or picture is applied without a report', () => {
  const renamed = { ...mist, name: 'Damask Mist', image_url: '/files/m.webp', stock: 10 }
  const { items, changes } = refreshItems(cart, requested, [inStock[0]!, renamed], moneyIn('USD'))
  expect(items[1]).toEqual({
    id: 'm',
    name: 'Damask Mist',
    price: 24,
    image_url: '/files/m.webp',
    quantity: 1,
  })
  expect(changes).toEqual([])
})

test('the stored cart is updated, and not written when nothing changed', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
  const balm = { ...serum, id: '5d0f7f0a-0c1e-4f5e-9f0e-6f3c3b1f0a01' }
  addItem(balm)
  const price = { ...balm, price: 40, stock: 5 }
  expect(applyPrices([balm.id], [price], moneyIn('USD'))).toHaveLength(1)
  expect(JSON.parse(stored.get('cart') ?? '')).toEqual([{ ...balm, price: 40, quantity: 1 }])

  const before = currentCart()
  expect(applyPrices([balm.id], [price], moneyIn('USD'))).toEqual([])
  expect(currentCart()).toBe(before)
})
