import { expect, test } from 'vitest'
import type { Config } from './config.ts'
import { readCookie, setCookie, visitorId } from './cookies.ts'

function givenCall(publicUrl: string, cookie = '') {
  const config = {
    publicUrl,
    isGiven: { publicUrl: true },
    secrets: { session: 'secret' },
  } as unknown as Config
  const resHeaders = new Headers()
  return { config, resHeaders, headers: () => new Headers({ cookie }) }
}

test.each([
  ['https://petal.example.com', true],
  ['http://petal.example.com', true],
  ['http://192.168.1.20:3000', true],
  ['http://localhost:3000', false],
  ['http://127.0.0.1:3000', false],
])('cookies of %s: Secure and __Host- %s, like those of sessions', (address, isSecure) => {
  const call = givenCall(address)
  setCookie(call, 'petal_thing', 'x', 60)
  visitorId(call)
  for (const cookie of call.resHeaders.getSetCookie()) {
    expect(cookie.startsWith('__Host-petal_')).toBe(isSecure)
    expect(cookie.endsWith('; Secure')).toBe(isSecure)
    expect(cookie).toContain('; Path=/; HttpOnly; SameSite=Lax')
  }
  const name = isSecure ? '__Host-petal_thing' : 'petal_thing'
  expect(readCookie(givenCall(address, `${name}=x`), 'petal_thing')).toBe('x')
})
