import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { applyPrices } from './apply-prices.ts'
import { addToCart, clearCart, currentCart, setQuantity } from './cart-store.ts'

const serum = {
  id: '5d0f7f0a-0c1e-4f5e-9f0e-6f3c3b1f0a01',
  name: 'Rosehip Renewal',
  price: 38.5,
  image_url: '/files/a.webp',
}
const mist = { ...serum, id: '5d0f7f0a-0c1e-4f5e-9f0e-6f3c3b1f0a02', name: 'Rose Mist', price: 24 }

let storage: Map<string, string>
const storedCart = () => JSON.parse(storage.get('cart') ?? 'null')

beforeEach(() => {
  storage = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => storage.set(key, value),
  })
  clearCart()
})
afterEach(() => vi.unstubAllGlobals())

describe('the cart', () => {
  test('is kept under the key cart, with five fields a line', () => {
    const product = { ...serum, stock: 5, cost_price: 9, original_price: 45 }
    addToCart(product)
    expect(storedCart()).toEqual([{ ...serum, quantity: 1 }])
    expect(currentCart()).toEqual([{ ...serum, quantity: 1 }])
  })

  test('raises the quantity when the same product is added again', () => {
    addToCart(serum)
    addToCart(mist)
    addToCart(serum)
    expect(currentCart().map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Rosehip Renewal', 2],
      ['Rose Mist', 1],
    ])
  })

  test.each([0, -1])('loses a product whose quantity becomes %i', (quantity) => {
    addToCart(serum)
    addToCart(mist)
    setQuantity(serum.id, quantity)
    expect(currentCart().map(({ id }) => id)).toEqual([mist.id])
  })

  test('is empty after it was cleared', () => {
    addToCart(serum)
    clearCart()
    expect(storedCart()).toEqual([])
  })

  test('sees what another tab stored a moment ago, and keeps it when it changes itself', () => {
    addToCart(serum)
    storage.set('cart', JSON.stringify([{ ...mist, quantity: 3 }]))
    addToCart(serum)
    expect(storedCart().map(({ id }: { id: string }) => id)).toEqual([mist.id, serum.id])
  })

  test('lives as long as the page when the browser stores nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    })
    addToCart(serum)
    addToCart(serum)
    expect(currentCart()).toEqual([{ ...serum, quantity: 2 }])
  })

  test('takes over new prices and tells of them, and is not written when nothing changed', () => {
    addToCart(serum)
    const price = { ...serum, price: 40, stock: 5 }
    expect(applyPrices([serum.id], [price])).toHaveLength(1)
    expect(storedCart()).toEqual([{ ...serum, price: 40, quantity: 1 }])

    const before = currentCart()
    expect(applyPrices([serum.id], [price])).toEqual([])
    expect(currentCart()).toBe(before)
  })
})
