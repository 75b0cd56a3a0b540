import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { address } from '#server/testing/order-factories.ts'
import { streamsOf, wordsOf } from '#server/testing/pdf-text.ts'
import { drawInvoice, invoiceNumber } from './invoice.ts'

const seller = {
  name: 'Petal & Dew',
  address: '12 Linden Lane',
  city: 'Portland, OR 97205',
  email: 'hello@example.com',
  phone: '+1 503 555 0100',
  currency: 'USD',
} as const

const nobody = { name: '', address: '', city: '', email: '', phone: '', currency: 'USD' } as const

const item = (name: string, quantity = 1) => ({
  product_id: crypto.randomUUID(),
  name,
  image_url: null,
  quantity,
  price: 38.5,
})

const order = (change: Partial<Order> = {}): Order => ({
  id: '0b6f3c1e-4a55-4c0e-9d7a-2f5f1f3a9c10',
  user_id: null,
  guest_email: address.email,
  subtotal: 115.5,
  discount: 11.55,
  total: 103.95,
  coupon_code: 'SPRING',
  shipping: 0,
  shipping_method: null,
  tax: 0,
  tax_included: false,
  tax_lines: [],
  status: 'completed',
  payment_id: 'PAYSIM0000001',
  payment_method: 'card',
  shipping_address: address,
  tracking_number: null,
  tracking_link: null,
  created_at: '2026-05-14T10:00:00.000Z',
  completed_at: '2026-05-14T10:03:00.000Z',
  hold_until: null,
  holds_stock: true,
  items: [item('Rosehip Renewal Serum', 2), item('Oat Barrier Cream')],
  ...change,
})

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

test('an invoice of a usual order is one page, with a number that names day and order', async () => {
  const pdf = await drawInvoice(order(), seller)
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pagesOf(pdf)).toBe(1)
  expect(invoiceNumber(order())).toBe('INV-20260514-0B6F3C1E')
})

test('a hundred lines with long names go on, on further pages', async () => {
  const items = Array.from({ length: 100 }, (_, n) =>
    item(`${n} ${'A very long name '.repeat(11)}`, 3),
  )
  expect(pagesOf(await drawInvoice(order({ items }), seller))).toBeGreaterThan(3)
})

test('empty settings, control characters and a missing address do not stop it', async () => {
  const items = [item('\u0000\u0007'), item('a'.repeat(200)), item('🌸 Bloom')]
  const pdf = await drawInvoice(order({ items, shipping_address: null }), nobody)
  expect(pagesOf(pdf)).toBe(1)
  expect(printedIn(pdf)).toContain('B'.codePointAt(0))
})

const names = {
  Latin: 'Zażółć Gęślą Nguyễn Thị Hạnh Ærøskøbing İstanbul',
  Greek: 'Γιώργος Παπαδόπουλος ᾠδή',
  Cyrillic: 'Іван Їжакевич Ђорђе Ёлкин',
  Hebrew: 'שָׁלוֹם כהן',
  Arabic: 'محمد عبد الله پژمان ٹیپو',
  Devanagari: 'कृष्ण शर्मा',
  Thai: 'สมชาย ใจดี',
  Japanese: '山田 太郎 ひらがな カタカナ',
  Chinese: '张伟 護膚國際 齉龘',
  Korean: '김민준 뷁',
  Armenian: 'Հովհաննես',
  Georgian: 'გიორგი',
  Bengali: 'রবীন্দ্রনাথ ঠাকুর',
  Tamil: 'தமிழ்ச்செல்வி',
  Ethiopic: 'አበበ',
  Khmer: 'សុខា',
}

test.each(Object.entries(names))(
  'a name in %s is printed with its own letters',
  async (script, name) => {
    const shipping_address = { ...address, fullName: name }
    const seller = { ...nobody, name }
    const pdf = await drawInvoice(order({ items: [item(name)], shipping_address }), seller)
    expect(missingGlyphs(pdf)).toBe(0)
    // Of these two, the name has letters so rare that only the pixel font of last resort has them.
    const isRare = script === 'Chinese' || script === 'Korean'
    expect(pdf.includes('Unifont')).toBe(isRare)
    const printed = new Set(printedIn(pdf))
    const letters = Array.from(name.normalize('NFC')).filter((letter) => letter !== ' ')
    expect(letters.filter((letter) => !printed.has(letter.codePointAt(0) ?? 0))).toEqual([])
  },
)

test('a letter that no font has is a box, not a question mark', async () => {
  const pdf = await drawInvoice(order({ items: [item('\u{10FFFD}')] }), seller)
  expect(missingGlyphs(pdf)).toBe(0)
  expect(printedIn(pdf)).toContain('□'.codePointAt(0))
  expect(printedIn(pdf)).not.toContain('?'.codePointAt(0))
})

test('words of a right-to-left name run from right to left', async () => {
  const [first = '', second = ''] = ['שלום', 'כהן']
  const fullName = `${first} ${second}`
  const pdf = await drawInvoice(order({ shipping_address: { ...address, fullName } }), seller)
  const letters = drawnIn(pdf).filter((codePoint) => codePoint >= 0x590 && codePoint < 0x600)
  const expected = Array.from(`${first}${second}`, (letter) => letter.codePointAt(0)).toReversed()
  expect(letters).toEqual(expected)
})

/** The streams of a PDF, inflated. */
/** What is drawn with embedded fonts: glyph numbers of four hex digits. */
function glyphsOf(pdf: Buffer) {
  const embedded = cmapsOf(pdf)
  const content = streamsOf(pdf).filter((stream) => / Tf\n/.test(stream))
  return content.flatMap((stream) => {
    let font = ''
    return [...stream.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g)].flatMap(([, name, hex]) => {
      font = name ?? font
      const glyphs = embedded.has(font) ? (hex?.match(/.{4}/g) ?? []) : []
      return glyphs.map((glyph) => ({ font, glyph: Number.parseInt(glyph, 16) }))
    })
  })
}

/** Glyph 0 is the font's sign for a letter that it does not have. */
const missingGlyphs = (pdf: Buffer) => glyphsOf(pdf).filter(({ glyph }) => glyph === 0).length

/** All code points that the embedded fonts print. */
const printedIn = (pdf: Buffer) => [...cmapsOf(pdf).values()].flat(2)

/** For each embedded font, the code points of each glyph. */
function cmapsOf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  return new Map(
    [...text.matchAll(/\/(F\d+) (\d+) 0 R/g)].flatMap(([, name = '', id]) => {
      const cmapId = /\/ToUnicode (\d+) 0 R/.exec(objectOf(text, id))?.[1]
      if (!cmapId) return []
      const list = /\[([^\]]*)\]/.exec(objectStream(pdf, text, cmapId))?.[1] ?? ''
      const glyphs = [...list.matchAll(/<([0-9a-f ]*)>/g)].map(([, units = '']) => decode(units))
      return [[name, glyphs] as const]
    }),
  )
}

const objectOf = (text: string, id = '') => {
  const start = text.indexOf(`\n${id} 0 obj`)
  return text.slice(start, text.indexOf('endobj', start))
}

function objectStream(pdf: Buffer, text: string, id: string) {
  const start = pdf.indexOf('stream\n', text.indexOf(`\n${id} 0 obj`)) + 7
  return inflateSync(pdf.subarray(start, pdf.indexOf('\nendstream', start))).toString('latin1')
}

function decode(units: string): number[] {
  const codes = (units.replaceAll(' ', '').match(/.{4}/g) ?? []).map((hex) =>
    Number.parseInt(hex, 16),
  )
  return Array.from(String.fromCharCode(...codes), (letter) => letter.codePointAt(0) ?? 0)
}

/** Code points in the order in which their glyphs are drawn. */
function drawnIn(pdf: Buffer) {
  const cmaps = cmapsOf(pdf)
  return glyphsOf(pdf).flatMap(({ font, glyph }) => cmaps.get(font)?.[glyph] ?? [])
}

test('shipping and each tax stand between subtotal and total', async () => {
  const charged = order({
    shipping: 5.99,
    shipping_method: { name: 'Standard', delivery_time: '3 to 5 days' },
    tax: 4.16,
    tax_lines: [{ name: 'New York State', rate: 4, place: 'US-NY', amount: 4.16 }],
    total: 114.1,
  })
  const pdf = await drawInvoice(charged, seller)
  const words = wordsOf(pdf)
  for (const one of ['Shipping (Standard)', '$5.99', 'New York State 4%', '$4.16', '$114.10']) {
    expect(words).toContain(one)
  }
  expect(wordsOf(await drawInvoice(order(), seller))).not.toContain('Shipping (')
})

test.each([
  ['GBP', '£77.00'],
  ['EUR', '€77.00'],
] as const)('amounts in %s are printed as %s', async (currency, amount) => {
  const pdf = await drawInvoice(order({ total: 77 }), { ...seller, currency })
  // The built-in fonts have the sign of the euro where Latin-1 has a control character.
  expect(wordsOf(pdf)).toContain(amount.replace('€', '\u0080'))
})
