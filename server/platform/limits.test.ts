import { ORPCError } from '@orpc/server'
import { expect, test } from 'vitest'
import { givenDatabase } from '#server/testing/database.ts'
import { createLimits } from './limits.ts'

test('a limit is counted across processes and per visitor', async () => {
  const { pool } = await givenDatabase()
  const processes = [createLimits(pool), createLimits(pool)]
  const limit = { calls: 5, per_seconds: 60 }
  const tries = Array.from({ length: 20 }, (_, index) =>
    processes[index % 2]?.count('guess', 'visitor-a', limit).then(
      () => 'allowed',
      (error: unknown) => (error instanceof ORPCError ? error.code : 'failed'),
    ),
  )
  const answers = await Promise.all(tries)
  expect(answers.filter((answer) => answer === 'allowed')).toHaveLength(5)
  expect(answers.filter((answer) => answer === 'TOO_MANY_REQUESTS')).toHaveLength(15)
  await expect(processes[0]?.count('guess', 'visitor-b', limit)).resolves.toBeUndefined()
})
