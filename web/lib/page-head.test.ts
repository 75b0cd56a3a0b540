import { expect, test } from 'vitest'
import { pageHead } from './page-head.ts'

const at = (pathname: string) => [
  {
    routeId: '__root__',
    pathname: '/',
    loaderData: { origin: 'https://shop.example', site_title: 'Petal', site_description: 'Care.' },
  },
  { routeId: pathname, pathname },
]

test('a page names itself, the shop, its one address and what it shows when shared', () => {
  const { meta, links } = pageHead(at('/product/1'), 'Rose Serum', 'Soft.', {
    picture: '/files/a.webp',
  })
  expect(meta).toContainEqual({ title: 'Rose Serum · Petal' })
  expect(meta).toContainEqual({
    property: 'og:image',
    content: 'https://shop.example/files/a.webp',
  })
  expect(links).toEqual([{ rel: 'canonical', href: 'https://shop.example/product/1' }])
})

test('a long description ends with a whole word', () => {
  const { meta } = pageHead(at('/'), 'Home', 'rose water '.repeat(40))
  const description = meta.find((tag) => 'name' in tag && tag.name === 'description')
  expect(description).toMatchObject({ content: expect.stringMatching(/ (rose|water)…$/) })
})

test.each([
  '/cart',
  '/checkout',
  '/auth',
  '/account',
  '/my-orders',
  '/admin/orders',
  '/payment-success',
])('%s is not for search engines', (pathname) => {
  const { meta, links } = pageHead(at(pathname), 'Private')
  expect(meta).toContainEqual({ name: 'robots', content: 'noindex' })
  expect(links).toEqual([])
})

test('/contact and /page/order-help are not', () => {
  for (const pathname of ['/contact', '/page/order-help', '/accounting'])
    expect(pageHead(at(pathname), 'Public').links).toHaveLength(1)
})
