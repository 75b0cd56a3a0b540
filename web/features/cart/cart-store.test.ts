import { describe, expect, test } from 'vitest'
import { parseCart } from './cart-store.ts'

const serum = { id: 'a', name: 'Rosehip', price: 38, image_url: '/files/a.webp', quantity: 2 }

describe('a cart that comes back from the browser', () => {
  test('is as it was left', () => {
    expect(parseCart(JSON.stringify([serum]))).toEqual([serum])
  })

  test.each([null, '', 'not json', 'null', '7', '{"id":"a"}', '"cart"'])(
    'is empty when the storage holds %j',
    (text) => {
      expect(parseCart(text)).toEqual([])
    },
  )

  test('loses only the lines that make no sense', () => {
    const broken = [null, 1, {}, { ...serum, quantity: -1 }, { ...serum, price: 'free' }]
    expect(parseCart(JSON.stringify([...broken, serum]))).toEqual([serum])
  })

  test('keeps nothing that is not a cart line', () => {
    const padded = { ...serum, image_url: 5, cost_price: 1 }
    expect(parseCart(JSON.stringify([padded]))).toEqual([{ ...serum, image_url: null }])
  })
})
