import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { Order } from '#contract/orders.ts'
import { EMPTY_ADDRESS } from './address-rules.ts'
import {
  checkoutAttempts,
  clearDraft,
  createAttempts,
  finishCheckout,
  readDraft,
  writeDraft,
} from './checkout-storage.ts'

function memoryStorage() {
  const values = new Map<string, string>()
  return {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => values.set(name, value),
    removeItem: (name: string) => values.delete(name),
  }
}

const forbiddenStorage = {
  getItem: () => {
    throw new Error('SecurityError')
  },
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', memoryStorage())
  vi.stubGlobal('localStorage', memoryStorage())
})
afterEach(() => vi.unstubAllGlobals())

const serum = { lines: [{ product_id: 'serum', quantity: 1 }] }
const twoSerums = { lines: [{ product_id: 'serum', quantity: 2 }] }

describe('an attempt to order', () => {
  test('has a key that the server accepts', () => {
    expect(z.uuid().safeParse(createAttempts('a').keyFor(serum)).success).toBe(true)
  })

  test('has the same key when it is sent again, also after a reload', () => {
    const key = createAttempts('a').keyFor(serum)
    expect(createAttempts('a').keyFor(serum)).toBe(key)
  })

  test('with other contents has another key and no order', () => {
    const attempts = createAttempts('a')
    const key = attempts.keyFor(serum)
    attempts.placed('order-1')
    expect(attempts.keyFor(twoSerums)).not.toBe(key)
    expect(attempts.orderId()).toBeUndefined()
  })

  test('remembers its order until it is cleared', () => {
    const attempts = createAttempts('a')
    const key = attempts.keyFor(serum)
    attempts.placed('order-1')
    expect(createAttempts('a').orderId()).toBe('order-1')
    expect(attempts.keyFor(serum)).toBe(key)
    attempts.clear()
    expect(attempts.orderId()).toBeUndefined()
    expect(attempts.keyFor(serum)).not.toBe(key)
  })

  test('has the same key while the page lives when the storage is forbidden', () => {
    vi.stubGlobal('sessionStorage', forbiddenStorage)
    const attempts = createAttempts('a')
    expect(attempts.keyFor(serum)).toBe(attempts.keyFor(serum))
  })

  test('starts anew when the storage holds nonsense', () => {
    sessionStorage.setItem('a', '{"key":7}')
    expect(createAttempts('a').keyFor(serum)).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('a paid order', () => {
  const order = { items: [{ product_id: 'serum', quantity: 1 }] } as Order

  test('takes its items out of the cart once, not again after a reload', () => {
    expect(finishCheckout('order-1', order)).toEqual(order.items)
    expect(finishCheckout('order-1', order)).toEqual([])
  })

  test('that this browser may not read takes out what its own attempt ordered', () => {
    checkoutAttempts.keyFor(twoSerums)
    checkoutAttempts.placed('order-1')
    expect(finishCheckout('order-1', null)).toEqual(twoSerums.lines)
    expect(checkoutAttempts.orderId()).toBeUndefined()
  })

  test('of another browser takes nothing out of the cart and leaves the own attempt alone', () => {
    checkoutAttempts.keyFor(twoSerums)
    checkoutAttempts.placed('order-1')
    expect(finishCheckout('order-2', null)).toEqual([])
    expect(checkoutAttempts.orderId()).toBe('order-1')
  })
})

describe('a draft', () => {
  const typed = { ...EMPTY_ADDRESS, fullName: 'Ada Example', city: 'Boston' }

  test('of a guest survives a reload and signing in', () => {
    writeDraft(null, { address: typed, coupon_code: 'GLOW5' })
    expect(readDraft(null)).toEqual({ address: typed, coupon_code: 'GLOW5' })
    expect(readDraft('flora').address).toEqual(typed)
  })

  test('of one customer is not shown to the next', () => {
    writeDraft('flora', { address: typed })
    expect(readDraft('flora').address).toEqual(typed)
    expect(readDraft('petra').address).toEqual(EMPTY_ADDRESS)
    expect(readDraft(null).address).toEqual(EMPTY_ADDRESS)
  })

  test('is empty once it is cleared', () => {
    writeDraft(null, { address: typed })
    clearDraft()
    expect(readDraft(null)).toEqual({ address: EMPTY_ADDRESS, coupon_code: '' })
  })

  test('is empty when the storage holds nonsense', () => {
    sessionStorage.setItem('checkout-draft', '{"address":{"city":5},"coupon_code":[]}')
    expect(readDraft(null)).toEqual({ address: EMPTY_ADDRESS, coupon_code: '' })
  })
})
