import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { currentCart } from './cart-store.ts'
import { type CartItem, readCart } from './read-cart.ts'

const id = '5d0f7f0a-0c1e-4f5e-9f0e-6f3c3b1f0a01'
const serum = { id, name: 'Rosehip', price: 38, image_url: '/files/a.webp', quantity: 2 }
const changed = (wrong: object) => JSON.stringify([{ ...serum, ...wrong }])

describe('a cart that comes back from the browser', () => {
  test('is as it was left', () => {
    expect(readCart(JSON.stringify([serum]))).toEqual([serum])
  })

  test('loses only the lines that make no sense', () => {
    const broken = [null, 1, {}, { ...serum, quantity: -1 }, { ...serum, price: 'free' }]
    expect(readCart(JSON.stringify([...broken, serum]))).toEqual([serum])
  })

  test('keeps nothing that is not a cart line', () => {
    expect(readCart(changed({ cost_price: 1, stock: 4, toString: 'x' }))).toEqual([serum])
  })

  test.each([5, 'https://elsewhere.example/a.png', '//elsewhere.example', 'javascript:alert(1)'])(
    'shows no picture for an image_url of %j',
    (image_url) => {
      expect(readCart(changed({ image_url }))).toEqual([{ ...serum, image_url: null }])
    },
  )

  test('has each product once, and no more than one order takes', () => {
    expect(readCart(JSON.stringify([serum, { ...serum, quantity: 5 }]))).toEqual([
      { ...serum, quantity: 5 },
    ])
    expect(readCart(changed({ quantity: 1e15 }))).toEqual([{ ...serum, quantity: 999 }])
    const crowd = Array.from({ length: 5000 }, () => ({ ...serum, id: crypto.randomUUID() }))
    expect(readCart(JSON.stringify(crowd))).toHaveLength(100)
  })
})

/** Written by hand: what other programs, old versions and pranksters leave behind. */
const BROKEN = [
  ...['', ' ', 'null', 'undefined', 'NaN', 'true', '7', '-0', '1e999', '"cart"', '"[]"', '{}'],
  ...['[', '[}', '{"items":[]}', '[[]]', '[null]', '[[[[]]]]', '[1,2,3]', '["a"]', "[{'id':1}]"],
  ...['\0', '\uFEFF[]', '<script>alert(1)</script>', '[object Object]', '{"length":3}', '[,]'],
  '['.repeat(100_000),
  'x'.repeat(2_000_000),
  `[${'{},'.repeat(50_000)}{}]`,
  `[{"__proto__":${JSON.stringify(serum)}}]`,
  `[{"constructor":{"prototype":${JSON.stringify(serum)}}}]`,
  `{"__proto__":[${JSON.stringify(serum)}]}`,
  `[{"id":"__proto__","name":"x","price":1,"quantity":1}]`,
  ...['constructor', 'toString', '', ' ', '1', '../../etc', 'javascript:alert(1)', `${id} `].map(
    (wrong) => changed({ id: wrong }),
  ),
  ...[null, 5, true, [], {}, [id], { toString: id }].map((wrong) => changed({ id: wrong })),
  ...[null, 5, true, [], {}, ['x']].map((wrong) => changed({ name: wrong })),
  ...[null, '38', '$38', -1, -0.01, 1e9, 1e308, true, [], {}].map((wrong) =>
    changed({ price: wrong }),
  ),
  ...[null, '2', 0, -1, 0.5, 1.0001, -1e9, true, [], {}].map((wrong) =>
    changed({ quantity: wrong }),
  ),
  `[${JSON.stringify(serum).replace('38', '1e999')}]`,
  `[${JSON.stringify(serum).replace('"quantity":2', '"quantity":1e999')}]`,
]

const junk = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json({ maxDepth: 4 }),
  fc.array(fc.anything({ withNullPrototype: true }), { maxLength: 5 }).map(textOf),
  fc
    .record({
      id: fc.oneof(fc.uuid(), fc.anything()),
      name: fc.oneof(fc.string(), fc.anything()),
      price: fc.oneof(fc.double(), fc.integer(), fc.anything()),
      image_url: fc.oneof(fc.webUrl(), fc.anything()),
      quantity: fc.oneof(fc.integer(), fc.double(), fc.anything()),
    })
    .map((line) => textOf([line, serum])),
)

/** What cannot be written as JSON (circles, big integers) cannot be stored either. */
function textOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return '[{"broken":'
  }
}

test('200 broken storages and more: the store opens each time with a valid cart', () => {
  const generated = fc.sample(junk, { numRuns: 400, seed: 7 })
  const values = [...BROKEN, ...generated]
  expect(values.length).toBeGreaterThan(400)
  for (const text of values) {
    vi.stubGlobal('localStorage', { getItem: () => text, setItem: () => {} })
    for (const line of currentCart()) expectValid(line, text)
  }
  vi.unstubAllGlobals()
})

test.each(BROKEN.map((text) => [text.slice(0, 80), text]))('nothing comes out of %j', (_, text) => {
  expect(readCart(text)).toEqual([])
})

function expectValid(line: CartItem, text: string) {
  const where = text.slice(0, 200)
  expect(Object.keys(line).sort(), where).toEqual(['id', 'image_url', 'name', 'price', 'quantity'])
  expect(line.id, where).toMatch(/^[\da-f-]{36}$/)
  expect(typeof line.name, where).toBe('string')
  expect(line.price, where).toBeGreaterThanOrEqual(0)
  expect(line.price, where).toBeLessThan(1e8)
  expect(line.image_url ?? '/', where).toMatch(/^\//)
  expect(Number.isInteger(line.quantity), where).toBe(true)
  expect(line.quantity, where).toBeGreaterThan(0)
  expect(line.quantity, where).toBeLessThan(1000)
}
