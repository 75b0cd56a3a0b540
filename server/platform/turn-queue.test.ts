import { expect, test } from 'vitest'
import { createTurnQueue } from './turn-queue.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

test('runs one task in each turn of the event loop, in order', async () => {
  const done: string[] = []
  const later = createTurnQueue()
  later(() => {
    done.push('first')
    later(() => done.push('added'))
  })
  later(() => done.push('second'))
  expect(done).toEqual([])
  await nextTurn()
  expect(done).toEqual(['first'])
  await nextTurn()
  expect(done).toEqual(['first', 'second'])
  await nextTurn()
  expect(done).toEqual(['first', 'second', 'added'])
})
