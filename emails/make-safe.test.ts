import { expect, test } from 'vitest'
import { logoLink, makeSafe, safeLink, siteUrl } from './make-safe.ts'

const base = siteUrl('https://petal.example/')

test.each([
  ['/my-orders', 'https://petal.example/my-orders'],
  ['#products', 'https://petal.example/#products'],
  ['https://carrier.example/track?n=1&m=2', 'https://carrier.example/track?n=1&m=2'],
  ['HTTP://carrier.example', 'http://carrier.example/'],
])('the link %s leads to %s', (given, expected) => {
  expect(safeLink(given, base)).toBe(expected)
})

test.each([
  'javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,hi',
  '//evil.example',
  '/\\evil.example',
  'https://petal.example@evil.example',
  'https://petal.example:secret@evil.example',
  'https:evil.example',
  'mailto:someone@evil.example',
  'petal.example',
  '',
  null,
  42,
  { toString: () => 'javascript:alert(1)' },
])('the link %j is dropped', (given) => {
  expect(safeLink(given, base)).toBeUndefined()
})

test.each(['Win an iPhone at evil.example', 'http://evil', 'www.evil', 'me@evil.example', '<b>x'])(
  'a name that advertises (%s) is not repeated',
  (customerName) => {
    expect(makeSafe({ customerName }, base).customerName).toBeUndefined()
  },
)

test.each(["Siobhán O'Neill-Smith", 'J. R. R. Tolkien', '李小龍', 'Dr. Ayşe Yılmaz'])(
  'the name %s stays as it is',
  (customerName) => {
    expect(makeSafe({ customerName }, base)).toEqual({ customerName })
  },
)

test('what a stranger wrote is quoted without working links', () => {
  const { issueDescription } = makeSafe(
    { issueDescription: 'See https://evil.example/win and evil.example. Thanks.' },
    base,
  )
  expect(issueDescription).not.toMatch(/https:\/\/|evil\.example/)
  expect(issueDescription.replaceAll('\u200B', '')).toBe(
    'See https://evil.example/win and evil.example. Thanks.',
  )
})

test('characters that would disguise or break a mail are taken out, at any depth', () => {
  const data = { orderItems: [{ name: 'Balm\u202Egpj.\0\u0007\uD800', image: 'javascript:x' }] }
  expect(makeSafe(data, base)).toEqual({ orderItems: [{ name: 'Balmgpj.', image: undefined }] })
})

test('a picture that the shop stores is linked as JPEG; another one as it is', () => {
  const stem = '0123456789abcdef-1750000000000-1000x1250'
  const imageOf = (image: string) => makeSafe({ image }, base).image
  for (const type of ['webp', 'avif', 'png', 'jpg', 'gif']) {
    expect(imageOf(`/files/${stem}.${type}`)).toBe(`${base}/files/${stem}.mail.jpg`)
  }
  expect(imageOf('/files/0123456789abcdef-1750000000000.webp')).toMatch(/\.mail\.jpg$/)
  expect(imageOf('https://other.example/files/a.webp')).toBe('https://other.example/files/a.webp')
  expect(logoLink(`/files/${stem}.png`, base)).toBe(`${base}/files/${stem}.png`)
  expect(logoLink(`/files/${stem}.webp`, base)).toBe(`${base}/files/${stem}.mail.jpg`)
})
