import { expect, test } from 'vitest'
import { createTurnQueue } from './turn-queue.ts'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Each task moves the clock by what it takes. */
function setUp() {
  let now = 0
  const done: string[] = []
  const later = createTurnQueue(() => now)
  const add = (name: string, ms: number, then = () => {}) =>
    later(() => {
      done.push(name)
      now += ms
      then()
    })
  return { add, later, done, pass: (ms: number) => (now += ms) }
}

test('long tasks have a turn each, in order', async () => {
  const { add, done } = setUp()
  add('first', 5, () => add('added', 5))
  add('second', 5)
  expect(done).toEqual([])
  await nextTurn()
  expect(done).toEqual(['first'])
  await nextTurn()
  expect(done).toEqual(['first', 'second'])
  await nextTurn()
  expect(done).toEqual(['first', 'second', 'added'])
})

test('short tasks share a turn until its slice is over', async () => {
  const { add, done } = setUp()
  for (const name of ['a', 'b', 'c', 'd', 'e']) add(name, 0.4)
  await nextTurn()
  expect(done).toEqual(['a', 'b', 'c'])
  await nextTurn()
  expect(done).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('what goes on after awaiting its turn counts as the task', async () => {
  const { later, done, pass } = setUp()
  const work = async (name: string) => {
    await new Promise<void>(later)
    await Promise.resolve()
    done.push(name)
    pass(5)
  }
  void work('first')
  void work('second')
  await nextTurn()
  expect(done).toEqual(['first'])
  await nextTurn()
  expect(done).toEqual(['first', 'second'])
})
