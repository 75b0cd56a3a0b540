import { expect, test } from 'vitest'
import { singleFlight } from './single-flight.ts'

test('concurrent calls with one key share a run, other keys have their own', async () => {
  const flight = singleFlight<string, string>()
  const runs: string[] = []
  const make = (name: string) => async () => {
    runs.push(name)
    await Promise.resolve()
    return name
  }
  const results = await Promise.all([
    flight('a', make('first')),
    flight('a', make('second')),
    flight('b', make('other')),
  ])
  expect(results).toEqual(['first', 'first', 'other'])
  expect(runs).toEqual(['first', 'other'])
})

test('a run that has ended is not reused, whether it succeeded or failed', async () => {
  const flight = singleFlight<string, number>()
  const failing = flight('a', () => Promise.reject(new Error('no')))
  await expect(Promise.allSettled([failing, flight('a', async () => 1)])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ])
  expect(await flight('a', async () => 2)).toBe(2)
  expect(await flight('a', async () => 3)).toBe(3)
})
