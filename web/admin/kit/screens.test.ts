import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type Area, mayUse, ROLES, type Role } from '#contract/rights.ts'
import { mayOpen, navigationItem, screensFor } from './find-screens.ts'
import { OTHER_SCREENS } from './other-screens.ts'
import { SCREENS } from './screens.ts'

const as = (role: Role) => (area: Area) => mayUse(role, area)

test.each([
  ['/admin/orders', '/admin/orders'],
  ['/admin/orders/99fb6c12', '/admin/orders'],
  ['/admin/customers/somebody@example.com', '/admin/orders'],
  ['/admin/mails', '/admin/email-templates'],
  ['/admin/backups', '/admin/settings'],
  ['/admin', undefined],
])('at %s the side navigation marks %s', (pathname, item) => {
  expect(navigationItem(pathname, as('admin'))).toBe(item)
})

test('the parent of a screen is an item of the side navigation', () => {
  const items = SCREENS.map(({ to }) => to)
  for (const { parent } of OTHER_SCREENS) if (parent) expect(items).toContain(parent)
})

const tilesOf = (role: Role) => screensFor(SCREENS, as(role)).map(({ name }) => name)

// Shows B1.1, B2.2, B9.16
test('the tiles of an owner lead to the fifteen screens of the specification', () => {
  const names = screensFor(SCREENS, as('admin')).map(({ to }) => to.replace('/admin/', ''))
  expect(names.sort()).toEqual([
    ...['banner', 'before-after', 'chat', 'clover', 'contact-messages', 'coupons', 'dashboard'],
    ...['email-templates', 'marketing', 'orders', 'pages', 'products', 'section-backgrounds'],
    ...['settings', 'testimonials'],
  ])
})

test('an owner has the fifteen tiles of the specification, others what their role has', () => {
  expect(tilesOf('admin')).toHaveLength(15)
  expect(tilesOf('manager')).toEqual(tilesOf('admin').filter((name) => name !== 'Clover Payments'))
  expect(tilesOf('fulfilment')).toEqual(['Products', 'Orders'])
  expect(tilesOf('support')).toEqual(['Contact Messages', 'Live Chat', 'Reviews', 'Customers'])
  expect(tilesOf('content')).toEqual([
    'Email Templates',
    'Banner',
    'Testimonials',
    'Before & After',
    'Pages',
  ])
})

test.each([
  ['/admin', [...ROLES]],
  ['/admin/products', ['admin', 'manager', 'fulfilment', 'support']],
  ['/admin/products/', ['admin', 'manager', 'fulfilment', 'support']],
  ['/admin/products/new', ['admin', 'manager']],
  ['/admin/products/99fb6c12', ['admin', 'manager']],
  ['/admin/orders/99fb6c12', ['admin', 'manager', 'fulfilment']],
  ['/admin/customers/somebody@example.com', ['admin', 'manager', 'support']],
  ['/admin/people', ['admin']],
  ['/admin/api-keys', ['admin']],
  ['/admin/webhooks', ['admin']],
  ['/admin/clover', ['admin']],
  ['/admin/payment-methods', ['admin']],
  ['/admin/guide/orders', [...ROLES]],
  ['/admin/nowhere', []],
])('%s is open to %s', (pathname, roles) => {
  expect(ROLES.filter((role) => mayOpen(pathname, as(role)))).toEqual(roles)
})

test('every route of the back office belongs to a screen, so an owner may open it', () => {
  const routes = readdirSync(new URL('../../routes/admin', import.meta.url), { recursive: true })
  for (const file of routes.map(String)) {
    if (!file.endsWith('.tsx') || file === 'route.tsx') continue
    const path = `/admin/${file.replace(/(index)?\.tsx$/, '')}`.replace(/\/\$\w*$/, '/some')
    expect(mayOpen(path, as('admin')), path).toBe(true)
  }
})
