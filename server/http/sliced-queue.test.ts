import { expect, test } from 'vitest'
import { createSlicedQueue } from './sliced-queue.ts'

const nextSlice = () => new Promise((resolve) => setImmediate(resolve))

/** Each task moves the clock by what it takes. */
function setUp() {
  let now = 0
  const done: string[] = []
  const enqueue = createSlicedQueue(() => now)
  const add = (name: string, ms: number, then = () => {}) =>
    enqueue(() => {
      done.push(name)
      now += ms
      then()
    })
  return { add, enqueue, done, pass: (ms: number) => (now += ms) }
}

test('long tasks have a slice each, in order', async () => {
  const { add, done } = setUp()
  add('first', 5, () => add('added', 5))
  add('second', 5)
  expect(done).toEqual([])
  await nextSlice()
  expect(done).toEqual(['first'])
  await nextSlice()
  expect(done).toEqual(['first', 'second'])
  await nextSlice()
  expect(done).toEqual(['first', 'second', 'added'])
})

test('short tasks share a slice until it is over', async () => {
  const { add, done } = setUp()
  for (const name of ['a', 'b', 'c', 'd', 'e']) add(name, 0.4)
  await nextSlice()
  expect(done).toEqual(['a', 'b', 'c'])
  await nextSlice()
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('what goes on after awaiting the queue counts as the task', async () => {
  const { enqueue, done, pass } = setUp()
  const work = async (name: string) => {
    await new Promise<void>(enqueue)
    await Promise.resolve()
    done.push(name)
    pass(5)
  }
  void work('first')
  void work('second')
  await nextSlice()
  expect(done).toEqual(['first'])
  await nextSlice()
  expect(done).toEqual(['first', 'second'])
})
