import { expect, test } from 'vitest'
import { type Schedule, startJobClock } from './job-clock.ts'

/** A clock that is moved by hand and says which jobs it sent since it was last asked. */
async function givenClock(jobs: Record<string, Schedule>, start: string) {
  let time = Date.parse(start)
  let sent: string[] = []
  const failures: unknown[] = []
  const send = async (name: string) => {
    if (failures.length > 0) throw failures.pop()
    sent.push(name)
  }
  const clock = startJobClock({
    jobs: Object.entries(jobs).map(([name, every]) => ({ name, every })),
    send,
    onError: () => {},
    now: () => time,
  })
  clock.stop()
  // Its first check is over.
  await new Promise((resolve) => setImmediate(resolve))
  return {
    failNext: () => failures.push(new Error('no database')),
    sent() {
      const names = sent
      sent = []
      return names
    },
    async at(next: string) {
      time = Date.parse(next)
      await clock.check()
      return this.sent()
    },
  }
}

const EVERY = {
  often: 'minute',
  hourly: { minute: 7 },
  daily: { hour: 3, minute: 23 },
} satisfies Record<string, Schedule>

test('a job is sent in each minute that its schedule names, once', async () => {
  const clock = await givenClock(EVERY, '2026-03-01T02:06:30Z')
  expect(clock.sent()).toEqual(['often'])
  expect(await clock.at('2026-03-01T02:06:59Z')).toEqual([])
  expect(await clock.at('2026-03-01T02:07:00Z')).toEqual(['often', 'hourly'])
  expect(await clock.at('2026-03-01T02:23:00Z')).not.toContain('daily')
  expect(await clock.at('2026-03-01T03:23:10Z')).toEqual(['often', 'hourly', 'daily'])
  expect(await clock.at('2026-03-01T03:24:00Z')).toEqual(['often'])
})

test('what fell into a gap is sent once, what could not be sent is tried again', async () => {
  const clock = await givenClock(EVERY, '2026-03-01T02:50:00Z')
  clock.sent()
  expect(await clock.at('2026-03-04T09:00:00Z')).toEqual(['often', 'hourly', 'daily'])
  clock.failNext()
  await clock.at('2026-03-04T09:07:50Z')
  expect(await clock.at('2026-03-04T09:08:05Z')).toEqual(['often', 'hourly'])
})
