import { expect, test } from 'vitest'
import { verifySignature } from './signature.ts'

const body = Buffer.from(
  '{"createdTime":1767225600000,"message":"Approved for 1999","status":"APPROVED","type":"PAYMENT","id":"PAYSIM0000001","merchantId":"MERCHANTSIM01","checkoutSessionId":"0b6f3c1e-4a55-4c0e-9d7a-2f5f1f3a9c10"}',
)
const v1 = 'b04c9233488528e69a2e1b0d0710fd6e2cadb7e4545c974259cfe3d9cf569bd3'
const signedAt = 1_767_225_601
const secret = 'sim_signing_secret'
const verdict = (
  header: string | undefined,
  { after = 0, secrets = [secret], bytes = body } = {},
) => verifySignature(bytes, header, secrets, new Date((signedAt + after) * 1000))

test('the known vector is right, within five minutes either way', () => {
  for (const after of [0, 299, -299]) {
    expect(verdict(`t=${signedAt},v1=${v1}`, { after })).toBe('valid')
  }
  for (const after of [360, -360]) {
    expect(verdict(`t=${signedAt},v1=${v1}`, { after })).toBe('stale')
  }
})

test('while a secret is being rotated, one of several signatures and one of several secrets is enough', () => {
  expect(verdict(`t=${signedAt},v1=${'0'.repeat(64)},v1=${v1}`)).toBe('valid')
  expect(verdict(`t=${signedAt},v1=${v1}`, { secrets: ['older', secret] })).toBe('valid')
})

test('anything else is wrong', () => {
  const flipped = Buffer.from(body)
  flipped[20] = (flipped[20] ?? 0) ^ 1
  expect(verdict(`t=${signedAt},v1=${v1}`, { bytes: flipped })).toBe('wrong')
  expect(verdict(`t=${signedAt},v1=${v1}`, { secrets: [] })).toBe('wrong')
  const headers = [
    undefined,
    '',
    v1,
    `t=${signedAt}`,
    `v1=${v1}`,
    `t=${signedAt},v1=${v1.slice(0, -1)}`,
    `t=${signedAt},v1=${v1}0`,
    `t=${signedAt + 1},v1=${v1}`,
    `t=${signedAt},t=${signedAt},v1=${v1}`,
    `t=${signedAt},v2=${v1}`,
    `t=NaN,v1=${v1}`,
  ]
  for (const header of headers) expect(verdict(header), header).toBe('wrong')
})
