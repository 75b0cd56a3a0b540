import { expect, test } from 'vitest'
import { decrypt, encrypt, hashSecret, newSecret, secretMatches } from './secrets.ts'

const key = 'ab'.repeat(32)

test('what was encrypted comes back, and looks different each time', () => {
  const once = encrypt(key, 'sk_live_token', 'clover.private_token')
  const twice = encrypt(key, 'sk_live_token', 'clover.private_token')
  expect(once).not.toBe(twice)
  expect(once).not.toContain('sk_live')
  expect(decrypt(key, once, 'clover.private_token')).toBe('sk_live_token')
})

test('a changed, moved or foreign value is refused', () => {
  const sealed = encrypt(key, 'token', 'clover.private_token')
  const middle = Math.floor(sealed.length / 2)
  const other = sealed[middle] === 'A' ? 'B' : 'A'
  const changed = sealed.slice(0, middle) + other + sealed.slice(middle + 1)
  expect(() => decrypt(key, changed, 'clover.private_token')).toThrow()
  expect(() => decrypt(key, sealed, 'clover.webhook_secret')).toThrow()
  expect(() => decrypt('cd'.repeat(32), sealed, 'clover.private_token')).toThrow()
  expect(() => decrypt(key, 'plain text', 'clover.private_token')).toThrow('Not an encrypted value')
})

test('a secret is recognised by its hash', () => {
  const secret = newSecret()
  expect(secretMatches(secret, hashSecret(secret))).toBe(true)
  expect(secretMatches(`${secret}x`, hashSecret(secret))).toBe(false)
})
