import { expect, test } from 'vitest'
import { freshen } from './freshen-cart.ts'

const serum = { id: 's', name: 'Rosehip Renewal', price: 38, image_url: '/files/s.webp' }
const mist = { id: 'm', name: 'Rose Mist', price: 24, image_url: null }
const cart = [
  { ...serum, quantity: 2 },
  { ...mist, quantity: 1 },
]
const asked = ['s', 'm']
const inStock = [
  { ...serum, stock: 10 },
  { ...mist, stock: 10 },
]

test('nothing is said, and nothing changes, when the shop says the same', () => {
  const { items, news } = freshen(cart, asked, inStock)
  expect(news).toEqual([])
  expect(items[0]).toBe(cart[0])
  expect(items[1]).toBe(cart[1])
})

test('a new price is taken over and said', () => {
  const { items, news } = freshen(cart, asked, [{ ...serum, price: 40.5, stock: 10 }, inStock[1]!])
  expect(items[0]).toEqual({ ...serum, price: 40.5, quantity: 2 })
  expect(news.map(({ text }) => text)).toEqual([
    'The price of Rosehip Renewal changed from $38.00 to $40.50',
  ])
})

test('no more are kept than there are', () => {
  const { items, news } = freshen(cart, asked, [{ ...serum, stock: 1 }, inStock[1]!])
  expect(items[0]?.quantity).toBe(1)
  expect(news.map(({ text }) => text)).toEqual(['Only 1 left of Rosehip Renewal'])
})

test('what is gone or sold out leaves the cart, with a word', () => {
  const { items, news } = freshen(cart, asked, [{ ...mist, stock: 0 }])
  expect(items).toEqual([])
  expect(news.map(({ text }) => text)).toEqual([
    'Rosehip Renewal is no longer available',
    'Rose Mist is out of stock',
  ])
})

test('a product added while the shop was asked stays', () => {
  const { items, news } = freshen(cart, ['s'], [inStock[0]!])
  expect(items).toEqual(cart)
  expect(news).toEqual([])
})

test('a new name or picture is taken over without a word', () => {
  const renamed = { ...mist, name: 'Damask Mist', image_url: '/files/m.webp', stock: 10 }
  const { items, news } = freshen(cart, asked, [inStock[0]!, renamed])
  expect(items[1]).toEqual({
    id: 'm',
    name: 'Damask Mist',
    price: 24,
    image_url: '/files/m.webp',
    quantity: 1,
  })
  expect(news).toEqual([])
})
