import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { describeFailure } from './describe-failure.ts'

test('a full disk is one line, for every writer', async () => {
  const full = await writeFile('/dev/full', 'a').catch((error) => error)
  expect(full.code).toBe('ENOSPC')
  expect(describeFailure(full)).toMatch(/^The disk is full.*\. Make room, then start again\.$/)
  const postgres = Object.assign(new Error('could not extend file'), { code: '53100' })
  expect(describeFailure(new TypeError('Failed query', { cause: postgres }))).toBe(
    'The disk of PostgreSQL is full. Make room, then start again.',
  )
})

test('our own errors are their message, and what nobody expected has its stack', () => {
  expect(describeFailure(new Error('Choose another name.'))).toBe('Choose another name.')
  const unexpected = new TypeError('x is not a function')
  expect(describeFailure(unexpected)).toBe(unexpected)
})
