import { describe, expect, test } from 'vitest'
import { readProductsSearch } from './products-search.ts'

const given = (search: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(readProductsSearch(search)).filter(([, value]) => value !== undefined),
  )

describe('the address of the products page', () => {
  test('is understood as links write it', () => {
    const search = { category: 'Serums', sort: 'price-up', min_price: 10, in_stock: true, page: 3 }
    expect(given(search)).toEqual(search)
  })

  test('is understood as a form without script writes it', () => {
    expect(given({ q: 'rose', min_price: '', max_price: '40.50', in_stock: 'on' })).toEqual({
      q: 'rose',
      max_price: 40.5,
      in_stock: true,
    })
  })

  test('numbers that were meant as text stay text', () => {
    expect(given({ q: 2024, category: 7 })).toEqual({ q: '2024', category: '7' })
  })

  test.each([
    [{ page: 1 }],
    [{ page: -2 }],
    [{ page: 1.5 }],
    [{ sort: 'constructor' }],
    [{ min_price: -1 }],
    [{ max_price: 'cheap' }],
    [{ max_price: Number.POSITIVE_INFINITY }],
    [{ q: '   ' }],
    [{ q: { $ne: 1 } }],
    [{ category: ['a', 'b'] }],
    [{ in_stock: 'maybe' }],
  ])('what makes no sense is left out: %j', (search) => expect(given(search)).toEqual({}))

  test('control characters never reach the server', () => {
    expect(given({ q: 'ro\0se', category: '\0' })).toEqual({ q: 'ro se' })
  })
})
