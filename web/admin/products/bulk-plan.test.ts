import { expect, test } from 'vitest'
import type { AdminProductRow } from '#contract/edit-products.ts'
import { moneyIn } from '#contract/money.ts'
import { type BulkAction, planBulkEdit } from './bulk-plan.ts'

const product = (given: Partial<AdminProductRow> = {}) =>
  ({
    price: 19.99,
    stock: 3,
    featured: false,
    category: 'Serums',
    archived_at: null,
    ...given,
  }) as AdminProductRow

const plan = (action: BulkAction, given?: Partial<AdminProductRow>) =>
  planBulkEdit([product(given)], action, moneyIn('USD'))[0]

test.each<[BulkAction, string, string, unknown, unknown]>([
  [
    { kind: 'price', by: 'percent', value: -10 },
    '$19.99',
    '$17.99',
    { price: 17.99 },
    { price: 19.99 },
  ],
  [
    { kind: 'price', by: 'amount', value: 0.01 },
    '$19.99',
    '$20.00',
    { price: 20 },
    { price: 19.99 },
  ],
  [{ kind: 'stock', change: -3 }, '3', '0', { stock_change: -3 }, { stock_change: 3 }],
  [
    { kind: 'featured', featured: true },
    'Not featured',
    'Featured',
    { featured: true },
    { featured: false },
  ],
  [
    { kind: 'category', category: null },
    'Serums',
    'No category',
    { category: null },
    { category: 'Serums' },
  ],
  [
    { kind: 'archive', archived: true },
    'On sale',
    'Archived',
    { archived: true },
    { archived: false },
  ],
])('%o is shown, sent and undone', (action, before, after, fields, undo) => {
  expect(plan(action)).toMatchObject({ before, after, fields, undo })
})

test('what stays as it is is not sent', () => {
  expect(plan({ kind: 'featured', featured: false })?.fields).toBeNull()
  expect(plan({ kind: 'category', category: 'Serums' })?.fields).toBeNull()
  expect(plan({ kind: 'price', by: 'percent', value: 0 })?.fields).toBeNull()
})

test('what would fall below zero is named and left', () => {
  expect(plan({ kind: 'stock', change: -4 })).toMatchObject({ fields: null, problem: 'Below 0' })
  expect(plan({ kind: 'price', by: 'amount', value: -20 })).toMatchObject({
    fields: null,
    problem: 'Below $0.00',
  })
})
