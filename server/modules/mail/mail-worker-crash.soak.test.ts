import { beforeAll, expect, test } from 'vitest'
import { sendNewsletterWithCrashes } from '#server/testing/mail-worker-crash.ts'

const SIZE = { recipients: 5_000, optedOut: 200, kills: 20 }
let outcome: Awaited<ReturnType<typeof sendNewsletterWithCrashes>>

// In a hook, because what it starts is stopped by hooks that it registers.
beforeAll(async () => {
  outcome = await sendNewsletterWithCrashes(SIZE)
}, 20 * 60_000)

test('5,000 recipients, workers killed 20 times: none is missed, at most 20 get it twice', () => {
  expect(outcome.missing).toEqual([])
  expect(outcome.unwanted).toEqual([])
  expect(outcome.repeated).toBeLessThanOrEqual(SIZE.kills)
})
