import { expect, test } from 'vitest'
import { createSharedCache } from './shared-cache.ts'

test('a value is loaded once, for concurrent and for later readers, until it is dropped', async () => {
  const { cached, drop } = createSharedCache()
  let loads = 0
  const read = () => cached('settings', async () => ++loads)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  expect(await read()).toBe(1)
  drop()
  expect(await read()).toBe(2)
})

test('a load that began before the drop is not stored', async () => {
  const { cached, drop } = createSharedCache()
  let finish = (_value: string) => {}
  const slow = new Promise<string>((resolve) => {
    finish = resolve
  })
  const early = cached('settings', () => slow)
  drop()
  expect(await cached('settings', async () => 'new')).toBe('new')
  finish('old')
  expect(await early).toBe('old')
  expect(await cached('settings', async () => 'newer')).toBe('new')
})

test('a failed load is not stored', async () => {
  const { cached } = createSharedCache()
  await expect(cached('settings', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await cached('settings', async () => 'yes')).toBe('yes')
})
