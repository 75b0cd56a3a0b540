import { beforeAll, expect, test, vi } from 'vitest'
import {
  killWorkerWhileSending,
  sendNewsletterWithCrashes,
} from '#server/testing/mail-worker-crash.ts'

const SIZE = { recipients: 5_000, optedOut: 200, kills: 20 }
let newsletter: Awaited<ReturnType<typeof sendNewsletterWithCrashes>>
let killed: Awaited<ReturnType<typeof killWorkerWhileSending>>

// In hooks, because what they start is stopped after the file.
beforeAll(async () => {
  newsletter = await sendNewsletterWithCrashes(SIZE)
}, 20 * 60_000)

test('5,000 recipients, workers killed 20 times: none is missed, at most 20 get it twice', () => {
  expect(newsletter.missing).toEqual([])
  expect(newsletter.unwanted).toEqual([])
  expect(newsletter.repeated).toBeLessThanOrEqual(SIZE.kills)
})

test('a worker killed while sending delays its mails by at most 60 seconds', async () => {
  killed = await killWorkerWhileSending()
  await vi.waitFor(() => expect(killed.received().sort()).toEqual(killed.addresses), {
    timeout: 60_000,
    interval: 200,
  })
})
