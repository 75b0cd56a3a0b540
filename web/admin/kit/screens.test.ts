import { expect, test } from 'vitest'
import { navigationItem, OTHER_SCREENS, SCREENS } from './screens.ts'

test.each([
  ['/admin/orders', '/admin/orders'],
  ['/admin/orders/99fb6c12', '/admin/orders'],
  ['/admin/customers/somebody@example.com', '/admin/orders'],
  ['/admin/mails', '/admin/email-templates'],
  ['/admin/backups', '/admin/settings'],
  ['/admin', undefined],
])('at %s the side navigation marks %s', (pathname, item) => {
  expect(navigationItem(pathname)).toBe(item)
})

test('the parent of a screen is an item of the side navigation', () => {
  const items = SCREENS.map(({ to }) => to)
  for (const { parent } of OTHER_SCREENS) if (parent) expect(items).toContain(parent)
})
