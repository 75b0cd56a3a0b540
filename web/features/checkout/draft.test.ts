import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { EMPTY_ADDRESS } from './address-rules.ts'
import { forgetDraft, readDraft, writeDraft } from './draft.ts'

const typed = { ...EMPTY_ADDRESS, fullName: 'Ada Example', city: 'Boston' }

beforeEach(() => {
  const values = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => values.get(name) ?? null,
    setItem: (name: string, value: string) => values.set(name, value),
    removeItem: (name: string) => values.delete(name),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('what a guest typed is there after a reload, and after signing in', () => {
  writeDraft(null, { address: typed, coupon_code: 'GLOW5' })
  expect(readDraft(null)).toEqual({ address: typed, coupon_code: 'GLOW5' })
  expect(readDraft('flora').address).toEqual(typed)
})

test('what one customer typed is not shown to the next', () => {
  writeDraft('flora', { address: typed })
  expect(readDraft('flora').address).toEqual(typed)
  expect(readDraft('petra').address).toEqual(EMPTY_ADDRESS)
  expect(readDraft(null).address).toEqual(EMPTY_ADDRESS)
})

test('nothing is left once it is forgotten', () => {
  writeDraft(null, { address: typed })
  forgetDraft()
  expect(readDraft(null)).toEqual({ address: EMPTY_ADDRESS, coupon_code: '' })
})

test('nonsense in the storage is an empty draft', () => {
  sessionStorage.setItem('checkout-draft', '{"address":{"city":5},"coupon_code":[]}')
  expect(readDraft(null)).toEqual({ address: EMPTY_ADDRESS, coupon_code: '' })
})
