import { expect, test } from 'vitest'
import { writeInBatches } from './write-in-batches.ts'

test('what is asked for while a write runs is written together, and each call waits for its own', async () => {
  const writes: number[][] = []
  let finish = () => {}
  const add = writeInBatches(async (items: number[]) => {
    writes.push(items)
    if (items.includes(1)) await new Promise<void>((resolve) => (finish = resolve))
  })
  const first = add(1)
  await Promise.resolve()
  const others = [add(2), add(3), add(4)]
  expect(writes).toEqual([[1]])
  finish()
  await Promise.all([first, ...others])
  expect(writes).toEqual([[1], [2, 3, 4]])
})

test('many are written in several writes, one after the other, in the order of the calls', async () => {
  const sizes: number[] = []
  const written: number[] = []
  let running = 0
  const add = writeInBatches(async (items: number[]) => {
    expect(++running).toBe(1)
    sizes.push(items.length)
    written.push(...items)
    await Promise.resolve()
    running--
  })
  const numbers = Array.from({ length: 250 }, (_, n) => n)
  await Promise.all(numbers.map(add))
  expect(sizes).toEqual([100, 100, 50])
  expect(written).toEqual(numbers)
})

test('a write that fails fails its own calls only', async () => {
  const add = writeInBatches(async (items: number[]) => {
    if (items.includes(1)) throw new Error('no')
  })
  const first = add(1)
  await Promise.resolve()
  await expect(Promise.allSettled([first, add(2)])).resolves.toMatchObject([
    { status: 'rejected' },
    { status: 'fulfilled' },
  ])
})
