import { expect, test } from 'vitest'
import type { Order } from '#contract/orders.ts'
import { address } from '#server/testing/order-factories.ts'
import { drawPackingSlips, packingSlipsFile } from './packing-slip.ts'

const seller = {
  name: 'Petal & Dew',
  address: '',
  city: '',
  email: '',
  phone: '',
  currency: 'USD',
} as const

const order = (change: Partial<Order> = {}): Order => ({
  id: crypto.randomUUID(),
  user_id: null,
  guest_email: address.email,
  subtotal: 77,
  discount: 0,
  total: 77,
  coupon_code: null,
  shipping: 0,
  shipping_method: null,
  tax: 0,
  tax_included: false,
  tax_lines: [],
  status: 'completed',
  payment_id: null,
  payment_method: 'card',
  shipping_address: address,
  tracking_number: null,
  tracking_link: null,
  created_at: '2026-05-14T10:00:00.000Z',
  completed_at: '2026-05-14T10:03:00.000Z',
  hold_until: null,
  holds_stock: true,
  items: [item('Rosehip Renewal Serum'), item('Crème pour les mains, 薔薇')],
  ...change,
})

const item = (name: string) => ({
  product_id: crypto.randomUUID(),
  name,
  image_url: null,
  quantity: 2,
  price: 38.5,
})

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length

test('each order has a page of its own, also without an address', async () => {
  const slips = [order(), order({ shipping_address: null }), order()]
  expect(pagesOf(await drawPackingSlips(slips, seller))).toBe(3)
})

test('an order of a hundred lines goes on, on further pages', async () => {
  const items = Array.from({ length: 100 }, (_, n) => item(`Serum ${n}`))
  expect(pagesOf(await drawPackingSlips([order({ items })], seller))).toBeGreaterThan(2)
})

test('the file is named after its order, or after several', async () => {
  const one = order()
  expect((await packingSlipsFile([one], seller)).name).toBe(
    `packing-slip-${one.id.slice(0, 8)}.pdf`,
  )
  expect((await packingSlipsFile([one, order()], seller)).name).toBe('packing-slips.pdf')
  await expect(packingSlipsFile([], seller)).rejects.toMatchObject({ code: 'ORDER_NOT_FOUND' })
})
