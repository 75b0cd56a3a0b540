import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { createQueryClient, retryDelay, shouldRetry } from './query-client.ts'

// Shows S9.17
test('a failing query is tried again, and given up well within three seconds', () => {
  let waited = 0
  let attempts = 1
  for (; shouldRetry(attempts - 1, new TypeError('Failed to fetch')); attempts++) {
    waited += retryDelay(attempts - 1)
  }
  expect(attempts).toBe(3)
  expect(waited).toBeLessThan(2000)
  // The library's own, five minutes in the browser.
  expect(createQueryClient().getDefaultOptions().queries).not.toHaveProperty('gcTime')
})

test('what the server refused is not asked again', () => {
  expect(shouldRetry(0, new ORPCError('FORBIDDEN', { status: 403 }))).toBe(false)
  expect(shouldRetry(0, new ORPCError('UNAVAILABLE', { status: 503 }))).toBe(true)
})
