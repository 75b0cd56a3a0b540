import * as z from 'zod'
import { EMAIL, LONGEST_EMAIL } from './rules.ts'

/** Dollars with at most two decimals. Arithmetic happens in integer cents: see money.ts. */
export const Money = z
  .number()
  .min(0)
  .max(99_999_999.99)
  .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, {
    message: 'At most two decimals',
  })

/** Fits the database's `integer`. */
export const WholeNumber = z.int().min(0).max(2_147_483_647)

export const Id = z.uuid().toLowerCase()

/** ISO 8601 in UTC. */
export const Time = z.iso.datetime()

export const Email = z
  .email({ pattern: EMAIL, error: 'Please enter a valid email address' })
  .max(LONGEST_EMAIL, 'Please enter a valid email address')

/** Links given by users: http(s), a path of this site or a place on the page. Nothing else. */
export const Link = z
  .string()
  .max(2000)
  .regex(/^(https?:\/\/[^\s]+|\/(?![/\\])[^\s]*|#[^\s]*)$/i, {
    message: 'This link is not allowed',
  })

/** Written when it is shown: the first number that is written takes 20 ms, which a start would wait for. */
export const atMostCharacters = (longest: number) => ({
  error: () => `At most ${longest.toLocaleString('en-US')} characters`,
})

/** Numbers in a query string arrive as text. */
export const QueryNumber = z.coerce.number<number>()

export const QueryFlag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0'])])
  .transform((value) => value === true || value === 'true' || value === '1')
