import { expect, test } from 'vitest'
import { createSharedCache } from './shared-cache.ts'

type Value = { text: string }
const all = () => true

/** A load that the test finishes by hand. */
function givenLoad() {
  let finish: (text: string) => void = () => {}
  let calls = 0
  const make = () => {
    calls++
    return new Promise<Value>((resolve) => {
      finish = (text) => resolve({ text })
    })
  }
  return { make, finish: (text: string) => finish(text), calls: () => calls }
}

test('concurrent loads of one key share one call, later ones are answered from the cache', async () => {
  const cache = createSharedCache<Value>({ maxSize: 10 })
  const load = givenLoad()
  const both = [cache.getOrLoad('/', load.make), cache.getOrLoad('/', load.make)]
  load.finish('home')
  expect(await Promise.all(both)).toEqual([{ text: 'home' }, { text: 'home' }])
  expect(await cache.getOrLoad('/', load.make)).toEqual({ text: 'home' })
  expect(load.calls()).toBe(1)
})

test('a value dropped while it is made is not stored, and the next caller gets a new one', async () => {
  const cache = createSharedCache<Value>({ maxSize: 10 })
  const before = givenLoad()
  const waiting = cache.getOrLoad('/', before.make)
  cache.drop(all)
  const after = givenLoad()
  const next = cache.getOrLoad('/', after.make)
  after.finish('after')
  expect(await next).toEqual({ text: 'after' })
  before.finish('before')
  expect(await waiting).toEqual({ text: 'before' })
  expect(cache.get('/')).toEqual({ text: 'after' })
})

test('dropping one key leaves loads of other keys alone', async () => {
  const cache = createSharedCache<Value>({ maxSize: 10 })
  const load = givenLoad()
  const home = cache.getOrLoad('/', load.make)
  cache.drop((key) => key === '/product/1')
  load.finish('home')
  await home
  expect(cache.get('/')).toEqual({ text: 'home' })
})

test('the least recently used values go first when the cache is full', async () => {
  const cache = createSharedCache<Value>({ maxSize: 4, sizeOf: ({ text }) => text.length })
  await cache.getOrLoad('a', async () => ({ text: 'aa' }))
  await cache.getOrLoad('b', async () => ({ text: 'bb' }))
  cache.get('a')
  await cache.getOrLoad('c', async () => ({ text: 'cc' }))
  expect([cache.get('a'), cache.get('b'), cache.get('c')]).toEqual([
    { text: 'aa' },
    undefined,
    { text: 'cc' },
  ])
})

test('a failed load is not cached', async () => {
  const cache = createSharedCache<Value>({ maxSize: 10 })
  const failing = cache.getOrLoad('/', () => Promise.reject(new Error('no database')))
  await expect(failing).rejects.toThrow('no database')
  expect(await cache.getOrLoad('/', async () => ({ text: 'home' }))).toEqual({ text: 'home' })
})

test('what is not storable is answered and forgotten', async () => {
  const cache = createSharedCache<Value>({ maxSize: 10 })
  await cache.getOrLoad(
    '/',
    async () => ({ text: 'error' }),
    () => false,
  )
  expect(cache.get('/')).toBeUndefined()
})
