import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { hashPassword } from './password-hash.ts'

test('20 passwords at once do not block the event loop', async () => {
  await hashPassword('warm up')
  const started = performance.now()
  await hashPassword('one')
  const oneHash = performance.now() - started
  // Hashing on the event loop would block it for a whole hash. On a busy machine a thread also waits for its core,
  // as the hash does; another process may do so once, hardly three times.
  const longest = [await longestDelay(), await longestDelay(), await longestDelay()]
  expect(Math.min(...longest)).toBeLessThan(Math.max(50, oneHash / 2))
})

async function longestDelay() {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await Promise.all(Array.from({ length: 20 }, (_, n) => hashPassword(`password ${n}`)))
  delay.disable()
  return delay.max / 1e6
}
