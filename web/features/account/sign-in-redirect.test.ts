import { describe, expect, test } from 'vitest'
import { safeRedirect } from './sign-in-redirect.ts'

describe('after signing in', () => {
  // Shows S2.65
  test.each([
    ['/checkout', '/checkout'],
    ['/product/1?q=a b#reviews', '/product/1?q=a%20b#reviews'],
    ['/my-orders', '/my-orders'],
  ])('a path of this site is followed: %s', (wanted, target) => {
    expect(safeRedirect(wanted)).toBe(target)
  })

  // Shows S2.65
  test.each([
    undefined,
    null,
    7,
    '',
    'checkout',
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/\n//evil.example',
    '/.//evil.example',
    '/..//evil.example/x',
    'javascript:alert(1)',
    ' //evil.example',
    '/auth?redirect=/auth',
  ])('anything else leads home: %j', (wanted) => {
    expect(safeRedirect(wanted)).toBe('/')
  })
})
