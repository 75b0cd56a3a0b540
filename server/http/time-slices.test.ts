import { expect, test } from 'vitest'
import { createTimeSlicedQueue } from './time-slices.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('runs tasks in order, a few milliseconds of them at a time', async () => {
  let time = 0
  const done: number[] = []
  const later = createTimeSlicedQueue({ clock: () => time })
  for (const n of [1, 2, 3, 4, 5, 6]) {
    later(() => {
      done.push(n)
      time += 2
    })
  }
  expect(done).toEqual([])
  await nextTurn()
  expect(done).toEqual([1, 2])
  await nextTurn()
  expect(done).toEqual([1, 2, 3, 4])
  await nextTurn()
  later(() => done.push(7))
  await nextTurn()
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 7])
})

test('what a task adds waits behind the tasks that are there', async () => {
  const done: string[] = []
  const later = createTimeSlicedQueue({ clock: () => 0 })
  later(() => {
    done.push('first')
    later(() => done.push('added'))
  })
  later(() => done.push('second'))
  await nextTurn()
  expect(done).toEqual(['first', 'second', 'added'])
})
