import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { type AdminProductRow, type ProductChange, ProductEdit } from '#contract/edit-products.ts'
import { LOW_STOCK_BELOW } from '#contract/stock.ts'
import { api, client } from '../../lib/api.ts'
import { formatMoney } from '../../lib/format.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { useAct } from '../kit/act.ts'
import type { Column } from '../kit/table-rows.tsx'
import { InlineNumber } from './InlineNumber.tsx'

/** The columns of the table; price, stock and featured are changed in place. */
export function useProductColumns(): readonly Column<AdminProductRow>[] {
  const { mutateAsync: change } = useAct({
    run: client.products.change,
    success: 'Product updated successfully',
    refresh: [api.products.key()],
  })
  return useMemo(() => columnsOf(change), [change])
}

const { price: Price, stock: Stock } = ProductEdit.shape

const columnsOf = (
  change: (input: ProductChange) => Promise<unknown>,
): readonly Column<AdminProductRow>[] => [
  {
    id: 'name',
    header: 'Product',
    sort: 'name',
    phone: 'title',
    className: 'w-full min-w-60',
    cell: ({ id, name, image_url }) => (
      <Link
        to="/admin/products/$id"
        params={{ id }}
        className="flex min-w-0 items-center gap-3 font-medium hover:underline"
      >
        <span className="size-8 shrink-0">
          <Picture src={image_url} alt="" sizes="32px" className="size-8 rounded-md object-cover" />
        </span>
        <span className="line-clamp-2 min-w-0 [overflow-wrap:anywhere]">{name}</span>
      </Link>
    ),
  },
  {
    id: 'category',
    header: 'Category',
    cell: ({ category }) => (
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
    cell: ({ id, version, name, price }) => (
      <InlineNumber
        label={`Price of ${name}`}
        value={price}
        format={formatMoney}
        step={0.01}
        schema={Price}
        save={(next) => change({ id, version, price: next })}
      />
    ),
  },
  {
    id: 'stock',
    header: 'Stock',
    sort: 'stock',
    align: 'right',
    className: 'whitespace-nowrap',
    cell: ({ id, version, name, stock }) => (
      <span className="inline-flex items-center gap-3">
        <StockBadge stock={stock} />
        <InlineNumber
          label={`Stock of ${name}`}
          value={stock}
          format={String}
          step={1}
          schema={Stock}
          save={(next, seen) => change({ id, version, stock_change: next - seen })}
        />
      </span>
    ),
  },
  {
    id: 'sold',
    header: 'Sold',
    sort: 'units_sold',
    align: 'right',
    phone: 'none',
    cell: ({ units_sold }) => units_sold,
  },
  {
    id: 'featured',
    header: 'Featured',
    cell: ({ id, version, name, featured }) => (
      <Switch
        label={`${name} is featured`}
        checked={featured}
        onChange={(on) => void change({ id, version, featured: on }).catch(() => {})}
      />
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ archived_at }) =>
      archived_at ? <Badge>Archived</Badge> : <Badge tone="green">On sale</Badge>,
  },
]

function StockBadge({ stock }: { stock: number }) {
  if (stock === 0) return <Badge tone="red">Sold out</Badge>
  return stock < LOW_STOCK_BELOW ? <Badge tone="yellow">Low</Badge> : null
}
