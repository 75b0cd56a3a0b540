import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import type { Order } from '#contract/orders.ts'
import { OrderCard } from './OrderCard.tsx'

const given: Partial<Order> = {
  id: '8137c0de-0000-4000-8000-000000000000',
  status: 'completed',
  created_at: '2026-03-01T12:00:00.000Z',
  subtotal: 58.5,
  discount: 5,
  extra_discount: 0,
  shipping: 0,
  tax: 0,
  tax_lines: [],
  total: 53.5,
  coupon_code: 'SPRING',
  payment_id: 'PAYMENT-ID-1234-5678',
  items: [
    {
      product_id: '5d0f7f0a-0c1e-4f5e-9f0e-6f3c3b1f0a01',
      name: 'Rosehip Renewal',
      image_url: '/files/0a-1-800x1000.webp',
      quantity: 3,
      price: 19.5,
    },
  ],
}

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() })

function show(changes: Partial<Order> = {}) {
  const markup = renderToStaticMarkup(
    <RouterContextProvider router={router}>
      <OrderCard order={{ ...given, ...changes } as Order} />
    </RouterContextProvider>,
  )
  return { markup, text: markup.replaceAll(/<[^>]+>/g, '|').replaceAll(/\|+/g, '|') }
}

// Shows S2.74, S9.13
test('an order has its short id, date, status, items with picture and unit price, discount and total', () => {
  const { markup, text } = show()
  expect(text).toContain('|Order |#8137c0de|Mar 1, 2026|completed|')
  expect(text).toContain('|Rosehip Renewal|Quantity: 3|$19.50|each|')
  expect(markup).toContain('src="/files/0a-1-800x1000')
  expect(text).toMatch(/\|Discount[^|]*\|-\$5\.00\|/)
  expect(text).toContain('|Total|$53.50|')
  expect(show({ discount: 0, coupon_code: null, total: 58.5 }).text).not.toContain('Discount')
})

// Shows S2.75, S2.76, S9.13
test('a paid order names its invoice and 16 characters of its payment, a shipped one its tracking', () => {
  const paid = show().text
  expect(paid).toContain('Invoice was sent to your e-mail. Payment ID:')
  expect(paid).toContain('|PAYMENT-ID-1234-…|')
  expect(show({ payment_id: null }).text).not.toContain('Invoice')
  expect(show({ status: 'shipped' }).text).toContain('Tracking will be e-mailed to you.')
})

// Shows S4.8, S4.10
test('of the five statuses completed is green, pending yellow, and the others blue', () => {
  const colours = ORDER_STATUSES.map((status) => {
    const badge = new RegExp(`bg-(\\w+)-tint[^>]*>${status}<`)
    return [status, badge.exec(show({ status }).markup)?.[1]]
  })
  expect(colours).toEqual([
    ['pending', 'honey'],
    ['processing', 'sky'],
    ['shipped', 'sky'],
    ['completed', 'leaf'],
    ['cancelled', 'sky'],
  ])
})
