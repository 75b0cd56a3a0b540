import { expect, test } from 'vitest'
import { redirectTarget } from './AdminGuard.tsx'

// Shows B2.18, B2.19, B2.20, B2.21
test.each([
  ['/admin', 'guest', '/'],
  ['/admin', 'shopper', '/'],
  ['/admin/products', 'shopper', '/'],
  ['/admin/section-backgrounds', 'shopper', '/admin'],
  ['/admin/section-backgrounds', 'guest', '/admin'],
  ['/admin/clover', 'shopper', '/'],
  ['/admin/clover', 'guest', '/auth'],
])('%s sends a %s to %s', (pathname, status, target) => {
  expect(redirectTarget(pathname, status)).toBe(target)
})
