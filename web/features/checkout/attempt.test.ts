import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import { createAttempts } from './attempt.ts'

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
    throw new Error('The browser forbids it')
  },
}

beforeEach(() => vi.stubGlobal('sessionStorage', memoryStorage()))
afterEach(() => vi.unstubAllGlobals())

describe('an attempt to order', () => {
  test('has a key that the server takes', () => {
    expect(z.uuid().safeParse(createAttempts('a').keyFor('serum')).success).toBe(true)
  })

  test('keeps its key when it is sent again, also after a reload', () => {
    const key = createAttempts('a').keyFor('serum')
    expect(createAttempts('a').keyFor('serum')).toBe(key)
  })

  test('with other contents is another one, and no longer knows the order of the first', () => {
    const attempts = createAttempts('a')
    const key = attempts.keyFor('serum')
    attempts.placed('order-1')
    expect(attempts.keyFor('two serums')).not.toBe(key)
    expect(attempts.orderId()).toBeUndefined()
  })

  test('remembers the order that came of it, until it is forgotten', () => {
    const attempts = createAttempts('a')
    const key = attempts.keyFor('serum')
    attempts.placed('order-1')
    expect(createAttempts('a').orderId()).toBe('order-1')
    expect(attempts.keyFor('serum')).toBe(key)
    attempts.forget()
    expect(attempts.orderId()).toBeUndefined()
    expect(attempts.keyFor('serum')).not.toBe(key)
  })

  test('keeps its key as long as the page lives where the browser keeps nothing', () => {
    vi.stubGlobal('sessionStorage', forbiddenStorage)
    const attempts = createAttempts('a')
    expect(attempts.keyFor('serum')).toBe(attempts.keyFor('serum'))
  })

  test('starts anew when the storage holds nonsense', () => {
    sessionStorage.setItem('a', '{"key":7}')
    expect(createAttempts('a').keyFor('serum')).toMatch(/^[\da-f-]{36}$/)
  })
})
