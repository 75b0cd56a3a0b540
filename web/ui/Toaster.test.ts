import { expect, test } from 'vitest'
import { lifetimeOf } from './Toaster.tsx'

// Shows S9.14, S9.16
test('a message closes by itself after five seconds, one that loads does not', () => {
  expect([lifetimeOf('success'), lifetimeOf('error')]).toEqual([5000, 5000])
  expect(lifetimeOf('loading')).toBe(Number.POSITIVE_INFINITY)
})
