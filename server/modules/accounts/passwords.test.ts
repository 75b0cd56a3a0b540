import { monitorEventLoopDelay } from 'node:perf_hooks'
import { expect, test } from 'vitest'
import { hashPassword, passwordMatches } from './passwords.ts'
import { isWorstPassword } from './worst-passwords.ts'

test('a password matches its own hash alone, however its letters were typed', async () => {
  const hash = await hashPassword('crème brûlée')
  expect(hash).not.toContain('crème')
  expect(await passwordMatches({ hash, password: 'crème brûlée'.normalize('NFD') })).toBe(true)
  expect(await passwordMatches({ hash, password: 'creme brulee' })).toBe(false)
  expect(await hashPassword('crème brûlée')).not.toBe(hash)
})

test('what is no hash matches nothing', async () => {
  for (const hash of ['', 'scrypt', 'scrypt:1:2:3', 'plain:a:b', 'a quiet morning']) {
    expect(await passwordMatches({ hash, password: 'a quiet morning' })).toBe(false)
  }
})

test('20 passwords at once never keep the event loop waiting for 50 ms', async () => {
  await hashPassword('warm up')
  // Another test may hold up the machine once, hardly three times.
  const longest = [await longestWait(), await longestWait(), await longestWait()]
  expect(Math.min(...longest)).toBeLessThan(50)
})

async function longestWait() {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  await Promise.all(Array.from({ length: 20 }, (_, n) => hashPassword(`password ${n}`)))
  delay.disable()
  return delay.max / 1e6
}

test('the worst passwords are known by any spelling', () => {
  expect(isWorstPassword('PassWord')).toBe(true)
  expect(isWorstPassword('123456789')).toBe(true)
  expect(isWorstPassword('a quiet morning')).toBe(false)
})
