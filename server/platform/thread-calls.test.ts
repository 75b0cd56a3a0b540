import { MessageChannel } from 'node:worker_threads'
import { expect, onTestFinished, test } from 'vitest'
import { connectThreads } from './thread-calls.ts'

type Functions = Parameters<typeof connectThreads>[1]

function givenThreads(ours: Functions, theirs: Functions) {
  const { port1, port2 } = new MessageChannel()
  onTestFinished(() => port1.close())
  return { here: connectThreads(port1, ours), there: connectThreads(port2, theirs) }
}

test('both sides call each other, also while they answer, and each caller gets its own answer', async () => {
  const { here, there } = givenThreads(
    { price: async (name: string) => name.length },
    { sum: async (names: string[]) => Promise.all(names.map((name) => there.call('price', name))) },
  )
  const answers = await Promise.all([here.call('sum', ['ab', 'abc']), here.call('sum', ['a'])])
  expect(answers).toEqual([[2, 3], [1]])
})

test('an error of the other side is the caller’s error', async () => {
  const { here } = givenThreads(
    {},
    {
      fail: async () => {
        throw new Error('no such page')
      },
    },
  )
  await expect(here.call('fail', null)).rejects.toThrow('no such page')
})

test('a result that can not be copied is an error, not a wait', async () => {
  const { here } = givenThreads({}, { give: async () => () => 1 })
  await expect(here.call('give', null)).rejects.toThrow('could not be cloned')
})

test('when the other side has ended, every waiting call is rejected', async () => {
  const { here } = givenThreads({}, { wait: () => new Promise(() => {}) })
  const waiting = here.call('wait', null)
  here.end(new Error('the thread ended'))
  await expect(waiting).rejects.toThrow('the thread ended')
  await expect(here.call('wait', null)).rejects.toThrow('the thread ended')
})
