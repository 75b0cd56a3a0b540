import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { address } from '#server/testing/order-factories.ts'
import { drawInvoice, invoiceNumber, printable } from './invoice.ts'

const seller = {
  name: 'Petal & Dew',
  address: '12 Linden Lane',
  city: 'Portland, OR 97205',
  email: 'hello@example.com',
  phone: '+1 503 555 0100',
}

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
  status: 'completed',
  payment_id: 'PAYSIM0000001',
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

test('names in any script, empty settings and a missing address do not stop it', async () => {
  const names = ['Żółć Łódź', '北京護膚', 'روغن', '🌸 Bloom', '\u0000\u0007', 'a'.repeat(200)]
  const abroad = { ...address, fullName: '山田 太郎', city: 'Αθήνα' }
  const nobody = { name: '', address: '', city: '', email: '', phone: '' }
  for (const shipping_address of [abroad, null]) {
    const pdf = await drawInvoice(
      order({ items: names.map((name) => item(name)), shipping_address }),
      nobody,
    )
    expect(pagesOf(pdf)).toBe(1)
  }
  expect(printable('Żółć – “Œuvre” 北')).toBe('Zólc – “Œuvre” ?')
})
