import { expect, test } from 'vitest'
import { createAdmission, OverloadedError } from './admission.ts'

/** Work that ends when the test says so. */
function givenWork() {
  const running: (() => void)[] = []
  let started = 0
  const work = () => {
    started++
    return new Promise<void>((resolve) => running.push(resolve))
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  return {
    work,
    settle,
    started: () => started,
    finishOne: async () => {
      running.shift()?.()
      await settle()
    },
  }
}

test('runs at most so many at a time, the others in the order in which they came', async () => {
  const { work, started, finishOne, settle } = givenWork()
  const admission = createAdmission({ concurrency: 2, maxWaitMs: 1000 })
  const all = [1, 2, 3, 4].map(() => admission.run(work))
  await settle()
  expect(started()).toBe(2)
  await finishOne()
  expect(started()).toBe(3)
  await finishOne()
  await finishOne()
  await finishOne()
  await Promise.all(all)
  expect(started()).toBe(4)
})

test('refuses at once what would have to wait too long, and admits again when the queue is short', async () => {
  let time = 0
  const { work, finishOne } = givenWork()
  const admission = createAdmission({ concurrency: 1, maxWaitMs: 100, clock: () => time })
  // 20 ms each are assumed: the sixth that waits would wait 100 ms, the seventh more.
  const admitted = Array.from({ length: 7 }, () => admission.run(work))
  expect(admission.isOverloaded()).toBe(true)
  await expect(admission.run(work)).rejects.toThrow(OverloadedError)
  time += 20
  await finishOne()
  expect(admission.isOverloaded()).toBe(false)
  admitted.push(admission.run(work))
  for (const _ of admitted) await finishOne()
  await Promise.all(admitted)
})

test('work that fails gives its place back', async () => {
  const admission = createAdmission({ concurrency: 1, maxWaitMs: 1000 })
  await expect(admission.run(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await admission.run(async () => 'next')).toBe('next')
})

test('slow work shortens the queue', async () => {
  let time = 0
  const admission = createAdmission({ concurrency: 1, maxWaitMs: 100, clock: () => time })
  for (let n = 0; n < 50; n++) {
    await admission.run(async () => {
      time += 200
    })
  }
  const { work, finishOne } = givenWork()
  const admitted = [admission.run(work), admission.run(work)]
  await expect(admission.run(work)).rejects.toThrow(OverloadedError)
  await finishOne()
  await finishOne()
  await Promise.all(admitted)
})
