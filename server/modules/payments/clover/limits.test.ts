import { expect, test } from 'vitest'
import { CallLimiter } from './limits.ts'

const soon = () => Date.now() + 5_000

/** Calls that stay under way until the test answers or fails them, in the order in which they were started. */
function givenProvider() {
  const underWay: { resolve: (answer: string) => void; reject: (error: Error) => void }[] = []
  const call = () =>
    new Promise<string>((resolve, reject) => {
      underWay.push({ resolve, reject })
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  return {
    call,
    started: () => underWay.length,
    answer: async (place: number) => {
      underWay[place]?.resolve('answer')
      await settled()
    },
    fail: async (place: number) => {
      underWay[place]?.reject(new Error('no answer'))
      await settled()
    },
    settled,
  }
}

test('four calls run at once; the fifth starts when one has ended', async () => {
  const limiter = new CallLimiter()
  const provider = givenProvider()
  const calls = Array.from({ length: 5 }, () => limiter.run(soon(), provider.call))
  await provider.settled()
  expect(provider.started()).toBe(4)
  await provider.answer(0)
  expect(provider.started()).toBe(5)
  for (const place of [1, 2, 3, 4]) await provider.answer(place)
  expect(await Promise.all(calls)).toEqual(Array(5).fill('answer'))
})

test('a call that finds no free slot until its deadline is never sent', async () => {
  const limiter = new CallLimiter()
  const provider = givenProvider()
  const calls = Array.from({ length: 4 }, () => limiter.run(soon(), provider.call))
  await expect(limiter.run(Date.now() + 20, provider.call)).rejects.toMatchObject({ sent: false })
  for (const place of [0, 1, 2, 3]) await provider.answer(place)
  await Promise.all(calls)
  expect(provider.started()).toBe(4)
})

test('after three calls without an answer all others fail unsent, queued ones included; an answer ends that', async () => {
  const limiter = new CallLimiter()
  const provider = givenProvider()
  const calls = Promise.allSettled(
    Array.from({ length: 8 }, () => limiter.run(soon(), provider.call)),
  )
  await provider.settled()
  for (const place of [0, 1, 2]) await provider.fail(place)
  // Two of the queued calls took the slots of the first two that failed, before the circuit opened.
  expect(provider.started()).toBe(6)
  await expect(limiter.run(soon(), provider.call)).rejects.toMatchObject({ sent: false })
  for (const place of [3, 4, 5]) await provider.answer(place)
  const sent = (await calls).map((one) => one.status === 'fulfilled' || one.reason.sent !== false)
  expect(sent).toEqual([true, true, true, true, true, true, false, false])
  const next = limiter.run(soon(), provider.call)
  await provider.settled()
  await provider.answer(6)
  expect(await next).toBe('answer')
})
