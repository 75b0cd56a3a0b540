import { beforeAll, expect, test } from 'vitest'
import { sendNewsletterWithCrashes } from '#server/testing/mail-worker-crash.ts'

const SIZE = { recipients: 200, optedOut: 20, kills: 4 }
let outcome: Awaited<ReturnType<typeof sendNewsletterWithCrashes>>

// In a hook, because what it starts is stopped by hooks that it registers.
beforeAll(async () => {
  outcome = await sendNewsletterWithCrashes(SIZE)
}, 300_000)

test('workers killed in the middle of a newsletter: none is missed, at most one a kill gets it twice', () => {
  expect(outcome.missing).toEqual([])
  expect(outcome.unwanted).toEqual([])
  expect(outcome.repeated).toBeLessThanOrEqual(SIZE.kills)
})
