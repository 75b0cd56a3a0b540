import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  addItem,
  type CartItem,
  currentCart,
  parseCart,
  removeBought,
  saveCart,
  setQuantity,
} from './cart.ts'

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
  saveCart([])
})
afterEach(() => vi.unstubAllGlobals())

describe('the cart', () => {
  // Shows S3.2, S4.4
  test('is stored under the key cart, with five fields a line', () => {
    const product = { ...serum, stock: 5, cost_price: 9, original_price: 45 }
    addItem(product)
    expect(storedCart()).toEqual([{ ...serum, quantity: 1 }])
    expect(currentCart()).toEqual([{ ...serum, quantity: 1 }])
  })

  // Shows S4.1
  test('raises the quantity when the same product is added again', () => {
    addItem(serum)
    addItem(mist)
    addItem(serum)
    expect(currentCart().map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Rosehip Renewal', 2],
      ['Rose Mist', 1],
    ])
  })

  // Shows S4.2
  test.each([0, -1])('loses a product whose quantity becomes %i', (quantity) => {
    addItem(serum)
    addItem(mist)
    setQuantity(serum.id, quantity)
    expect(currentCart().map(({ id }) => id)).toEqual([mist.id])
  })

  // Shows S4.3
  test('is empty once it is cleared', () => {
    addItem(serum)
    addItem(mist)
    saveCart([])
    expect(currentCart()).toEqual([])
    expect(storedCart()).toEqual([])
  })

  // Shows S4.5
  test('after a payment loses what was bought and keeps what was added since', () => {
    addItem(serum, 3)
    addItem(mist)
    removeBought([
      { product_id: serum.id, quantity: 2 },
      { product_id: crypto.randomUUID(), quantity: 1 },
    ])
    expect(currentCart().map(({ name, quantity }) => [name, quantity])).toEqual([
      ['Rosehip Renewal', 1],
      ['Rose Mist', 1],
    ])
  })

  test('sees what another tab stored a moment ago, and keeps it when it changes itself', () => {
    addItem(serum)
    storage.set('cart', JSON.stringify([{ ...mist, quantity: 3 }]))
    addItem(serum)
    expect(storedCart().map(({ id }: { id: string }) => id)).toEqual([mist.id, serum.id])
  })

  test('lives as long as the page when the browser stores nothing', () => {
    vi.stubGlobal('localStorage', {
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError')
      },
    })
    addItem(serum)
    addItem(serum)
    expect(currentCart()).toEqual([{ ...serum, quantity: 2 }])
  })
})

const line = { ...serum, quantity: 2 }
const changed = (wrong: object) => JSON.stringify([{ ...line, ...wrong }])

describe('a cart read from the storage', () => {
  test('is as it was left', () => {
    expect(parseCart(JSON.stringify([line]))).toEqual([line])
  })

  test('loses only the lines that make no sense', () => {
    const broken = [null, 1, {}, { ...line, quantity: -1 }, { ...line, price: 'free' }]
    expect(parseCart(JSON.stringify([...broken, line]))).toEqual([line])
  })

  test('keeps nothing that is not a cart line', () => {
    expect(parseCart(changed({ cost_price: 1, stock: 4, toString: 'x' }))).toEqual([line])
  })

  test.each([5, 'https://elsewhere.example/a.png', '//elsewhere.example', 'javascript:alert(1)'])(
    'shows no picture for an image_url of %j',
    (image_url) => {
      expect(parseCart(changed({ image_url }))).toEqual([{ ...line, image_url: null }])
    },
  )

  // Shows S5.2
  test('has each product once, and no more than one order takes', () => {
    expect(parseCart(JSON.stringify([line, { ...line, quantity: 5 }]))).toEqual([
      { ...line, quantity: 5 },
    ])
    expect(parseCart(changed({ quantity: 1e15 }))).toEqual([{ ...line, quantity: 999 }])
    const crowd = Array.from({ length: 5000 }, () => ({ ...line, id: crypto.randomUUID() }))
    expect(parseCart(JSON.stringify(crowd))).toHaveLength(100)
  })
})

/** Written by hand: what other programs, old versions and attackers may leave behind. */
const BROKEN = [
  ...['', ' ', 'null', 'undefined', 'NaN', 'true', '7', '-0', '1e999', '"cart"', '"[]"', '{}'],
  ...['[', '[}', '{"items":[]}', '[[]]', '[null]', '[[[[]]]]', '[1,2,3]', '["a"]', "[{'id':1}]"],
  ...['\0', '\uFEFF[]', '<script>alert(1)</script>', '[object Object]', '{"length":3}', '[,]'],
  '['.repeat(100_000),
  'x'.repeat(2_000_000),
  `[${'{},'.repeat(50_000)}{}]`,
  `[{"__proto__":${JSON.stringify(line)}}]`,
  `[{"constructor":{"prototype":${JSON.stringify(line)}}}]`,
  `{"__proto__":[${JSON.stringify(line)}]}`,
  `[{"id":"__proto__","name":"x","price":1,"quantity":1}]`,
  ...[
    'constructor',
    'toString',
    '',
    ' ',
    '1',
    '../../etc',
    'javascript:alert(1)',
    `${line.id} `,
  ].map((wrong) => changed({ id: wrong })),
  ...[null, 5, true, [], {}, [line.id], { toString: line.id }].map((wrong) =>
    changed({ id: wrong }),
  ),
  ...[null, 5, true, [], {}, ['x']].map((wrong) => changed({ name: wrong })),
  ...[null, '38', '$38', -1, -0.01, 1e9, 1e308, true, [], {}].map((wrong) =>
    changed({ price: wrong }),
  ),
  ...[null, '2', 0, -1, 0.5, 1.0001, -1e9, true, [], {}].map((wrong) =>
    changed({ quantity: wrong }),
  ),
  `[${JSON.stringify(line).replace('38.5', '1e999')}]`,
  `[${JSON.stringify(line).replace('"quantity":2', '"quantity":1e999')}]`,
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
    .map((wrong) => textOf([wrong, line])),
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
    for (const item of currentCart()) expectValid(item, text)
  }
  vi.unstubAllGlobals()
})

test.each(BROKEN.map((text) => [text.slice(0, 80), text]))('nothing comes out of %j', (_, text) => {
  expect(parseCart(text)).toEqual([])
})

function expectValid(item: CartItem, text: string) {
  const where = text.slice(0, 200)
  expect(Object.keys(item).sort(), where).toEqual(['id', 'image_url', 'name', 'price', 'quantity'])
  expect(item.id, where).toMatch(/^[\da-f-]{36}$/)
  expect(typeof item.name, where).toBe('string')
  expect(item.price, where).toBeGreaterThanOrEqual(0)
  expect(item.price, where).toBeLessThan(1e8)
  expect(item.image_url ?? '/', where).toMatch(/^\//)
  expect(Number.isInteger(item.quantity), where).toBe(true)
  expect(item.quantity, where).toBeGreaterThan(0)
  expect(item.quantity, where).toBeLessThan(1000)
}
