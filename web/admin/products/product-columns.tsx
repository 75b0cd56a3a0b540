import { type AdminProductRow, type ProductChange, ProductEdit } from '#contract/edit-products.ts'
import type { Money } from '#contract/money.ts'
import type { RowGroup } from '#contract/product-groups.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import { api, client } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { useRights } from '../kit/rights.tsx'
import type { Column } from '../kit/table-rows.tsx'
import { InlineNumber } from './InlineNumber.tsx'
import { ProductNameCell } from './ProductNameCell.tsx'
import type { Folds, ProductRow } from './product-rows.ts'

/** The columns of the table; price, stock and featured are changed in place. */
export function useProductColumns(folds: Folds): readonly Column<ProductRow>[] {
  const { mutateAsync: change } = useAdminMutation({
    run: client.products.change,
    success: 'Product updated successfully',
    refresh: [api.products.key()],
  })
  const { mutateAsync: adjust } = useAdminMutation({
    run: client.products.adjust_stock,
    success: 'Stock updated successfully',
    refresh: [api.products.key()],
  })
  const formatMoney = useMoney()
  const mayEdit = useRights()('products')
  const changeStock = ({ id, version }: AdminProductRow, by: number) =>
    mayEdit
      ? change({ id, version, stock_change: by })
      : adjust({ id, change: by, reason: 'correction', note: null })
  return columnsOf({ change: mayEdit ? change : undefined, changeStock, formatMoney, folds })
}

type Editing = {
  /** Without it only the stock can be changed. */
  change?: (input: ProductChange) => Promise<unknown>
  changeStock: (product: AdminProductRow, by: number) => Promise<unknown>
  formatMoney: Money
  folds: Folds
}

const { price: Price, stock: Stock } = ProductEdit.shape

const columnsOf = ({
  change,
  changeStock,
  formatMoney,
  folds,
}: Editing): readonly Column<ProductRow>[] => [
  {
    id: 'name',
    header: 'Product',
    sort: 'name',
    phone: 'title',
    className: 'w-full min-w-60',
    cell: (row) => <ProductNameCell row={row} folds={folds} />,
  },
  {
    id: 'category',
    header: 'Category',
    cell: ({ product: { category } }) => (
      <span className="block max-w-52 truncate" title={category ?? undefined}>
        {category ?? <span className="text-quiet">None</span>}
      </span>
    ),
  },
  {
    id: 'price',
    header: 'Price',
    sort: 'price',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ place, product: { id, version, full_name, price, group } }) => {
      if (place === 'group') return priceRange(group, formatMoney)
      if (!change) return formatMoney(price)
      return (
        <InlineNumber
          label={`Price of ${full_name}`}
          value={price}
          format={formatMoney}
          step={0.01}
          schema={Price}
          save={(next) => change({ id, version, price: next })}
        />
      )
    },
  },
  {
    id: 'stock',
    header: 'Stock',
    sort: 'stock',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ place, product }) => (
      <span className="inline-flex items-center gap-3">
        <StockBadge stock={place === 'group' ? (product.group?.stock ?? 0) : product.stock} />
        {place === 'group' ? (
          product.group?.stock
        ) : (
          <InlineNumber
            label={`Stock of ${product.full_name}`}
            value={product.stock}
            format={String}
            step={1}
            schema={Stock}
            save={(next, seen) => changeStock(product, next - seen)}
          />
        )}
      </span>
    ),
  },
  {
    id: 'sold',
    header: 'Sold',
    sort: 'units_sold',
    align: 'right',
    phone: 'none',
    cell: ({ place, product }) =>
      place === 'group' ? product.group?.units_sold : product.units_sold,
  },
  {
    id: 'featured',
    header: 'Featured',
    cell: ({ place, product: { id, version, full_name, featured } }) => {
      if (place === 'group') return null
      if (!change) return featured ? 'Yes' : 'No'
      return (
        <Switch
          label={`${full_name} is featured`}
          checked={featured}
          onChange={(on) => void change({ id, version, featured: on }).catch(() => {})}
        />
      )
    },
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ product: { archived_at } }) =>
      archived_at ? <Badge>Archived</Badge> : <Badge tone="green">On sale</Badge>,
  },
]

/** "$24.00 – $38.00" */
const priceRange = (group: RowGroup | null, formatMoney: Money) =>
  [...new Set([group?.from, group?.to])]
    .filter((price) => price !== null && price !== undefined)
    .map(formatMoney)
    .join(' – ')

export function StockBadge({ stock }: { stock: number }) {
  if (stock === 0) return <Badge tone="red">Sold out</Badge>
  return stock < LOW_STOCK_BELOW ? <Badge tone="yellow">Low</Badge> : null
}
