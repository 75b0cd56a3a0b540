import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { CheckoutError } from './place-order.ts'

// Shows S8.8, S8.9
test('a refusal says its reason; what broke has a sentence for the step that failed', () => {
  const lost = new TypeError('Failed to fetch')
  const reason = 'Some of these products are no longer available'
  const refused = new ORPCError('OUT_OF_STOCK', { status: 409, message: reason })
  expect(new CheckoutError('order', lost).message).toBe('Failed to place order. Please try again.')
  expect(new CheckoutError('link', lost).message).toBe('Failed to create payment link')
  expect(new CheckoutError('order', refused).message).toBe(reason)
})
