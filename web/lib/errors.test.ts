import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import type * as z from 'zod'
import { auth } from '#contract/accounts.ts'
import { ShippingAddress } from '#contract/orders.ts'
import { errorMessage } from './errors.ts'

/** As the server refuses an input. */
function refusal(schema: z.ZodType, input: unknown) {
  const { error } = schema.safeParse(input)
  return new ORPCError('BAD_REQUEST', {
    status: 400,
    message: 'Input validation failed',
    data: { issues: error?.issues },
  })
}

const SignUp = auth.sign_up['~orpc'].inputSchema as z.ZodType
const ada = {
  full_name: 'Ada',
  email: 'ada@example.com',
  password: 'correct horse',
  terms_accepted: true,
  marketing_consent: false,
}

test.each([
  [{ email: 'a@b.c' }, 'Please enter a valid email address'],
  [{ full_name: ' ' }, 'Full name is required'],
  [{ full_name: 'a'.repeat(201) }, 'Please check the full name.'],
  [{ marketing_consent: 'maybe' }, 'Please check the marketing consent.'],
])('a refused input says what is wrong with it: %j', (wrong, message) => {
  expect(errorMessage(refusal(SignUp, { ...ada, ...wrong }))).toBe(message)
})

test('a field is named in words', () => {
  expect(errorMessage(refusal(ShippingAddress, { zipCode: 7 }))).toBe('Please check the full name.')
})

test('a refusal has its own message, a failure ours', () => {
  expect(errorMessage(new ORPCError('CONFLICT', { status: 409, message: 'Taken.' }))).toBe('Taken.')
  expect(errorMessage(new ORPCError('INTERNAL_SERVER_ERROR', { message: 'secret' }))).toMatch(
    /^Something went wrong/,
  )
  expect(errorMessage(new TypeError('Failed to fetch'))).toMatch(/^We could not reach the shop/)
})
