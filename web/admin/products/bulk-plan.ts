import type { AdminProductRow, ProductChange } from '#contract/edit-products.ts'
import { fromCents, type Money, toCents } from '#contract/money.ts'

/** What is to happen to the selected products. */
export type BulkAction =
  | { kind: 'featured'; featured: boolean }
  | { kind: 'category'; category: string | null }
  | { kind: 'price'; by: 'amount' | 'percent'; value: number }
  | { kind: 'stock'; change: number }
  | { kind: 'archive'; archived: boolean }

type Fields = Omit<ProductChange, 'id' | 'version'>

/** One product's part, as it is shown before and sent after. */
export type Planned = {
  product: AdminProductRow
  before: string
  after: string
  /** Null: nothing changes, or `problem` says why it can not. */
  fields: Fields | null
  /** What brings it back. */
  undo: Fields
  problem?: string
}

export const planBulkEdit = (
  rows: readonly AdminProductRow[],
  action: BulkAction,
  formatMoney: Money,
): Planned[] => rows.map((product) => ({ product, ...planOne(product, action, formatMoney) }))

function planOne(
  product: AdminProductRow,
  action: BulkAction,
  formatMoney: Money,
): Omit<Planned, 'product'> {
  switch (action.kind) {
    case 'featured': {
      const { featured } = action
      const text = (on: boolean) => (on ? 'Featured' : 'Not featured')
      return {
        before: text(product.featured),
        after: text(featured),
        fields: product.featured === featured ? null : { featured },
        undo: { featured: product.featured },
      }
    }
    case 'category': {
      const { category } = action
      return {
        before: product.category ?? 'No category',
        after: category ?? 'No category',
        fields: product.category === category ? null : { category },
        undo: { category: product.category },
      }
    }
    case 'price': {
      const price = changedPrice(product.price, action)
      return {
        before: formatMoney(product.price),
        after: formatMoney(Math.max(0, price)),
        fields: price === product.price || price < 0 ? null : { price },
        undo: { price: product.price },
        problem: price < 0 ? `Below ${formatMoney(0)}` : undefined,
      }
    }
    case 'stock': {
      const { change } = action
      const isBelow = product.stock + change < 0
      return {
        before: String(product.stock),
        after: String(Math.max(0, product.stock + change)),
        fields: change === 0 || isBelow ? null : { stock_change: change },
        undo: { stock_change: -change },
        problem: isBelow ? 'Below 0' : undefined,
      }
    }
    case 'archive': {
      const { archived } = action
      const isArchived = product.archived_at !== null
      const text = (is: boolean) => (is ? 'Archived' : 'On sale')
      return {
        before: text(isArchived),
        after: text(archived),
        fields: isArchived === archived ? null : { archived },
        undo: { archived: isArchived },
      }
    }
  }
}

function changedPrice(price: number, { by, value }: { by: 'amount' | 'percent'; value: number }) {
  const cents = toCents(price)
  return fromCents(
    by === 'amount' ? cents + toCents(value) : Math.round((cents * (100 + value)) / 100),
  )
}
