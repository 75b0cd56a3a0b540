import type { DashboardQuery } from '#contract/insights.ts'
import {
  type FunnelCounts,
  type FunnelDay,
  FunnelDayQuery,
  SourceQuery,
  type VisitedProduct,
  VisitedProductQuery,
  type VisitSource,
} from '#contract/visits.ts'
import { api } from '../../lib/api.ts'
import { Picture } from '../../ui/Picture.tsx'
import { Amount } from '../kit/Amount.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'
import { shareOf } from './FunnelSteps.tsx'
import { formatRange } from './series.ts'

type Days = { days: DashboardQuery }

/** The days are chosen above the tabs, for all lists. */
const OF_THE_SCREEN = { range: true, from: true, to: true } as const

const EMPTY = {
  title: 'Nothing was counted in this period',
  text: 'Visits appear here a few seconds after they happen.',
}

const number = (count: number) => count.toLocaleString('en-US')

const counted = <Row,>(id: string, header: string, of: (row: Row) => number): Column<Row> => ({
  id,
  header,
  sort: id,
  align: 'right',
  cell: (row) => number(of(row)),
})

/** The columns that sources and days share. */
const steps = <Row extends FunnelCounts>(): Column<Row>[] => [
  counted('visits', 'Visits', ({ visits }) => visits),
  { ...counted<Row>('views', 'Saw a product', ({ views }) => views), phone: 'none' },
  counted('carts', 'Added to cart', ({ carts }) => carts),
  { ...counted<Row>('checkouts', 'Checkout', ({ checkouts }) => checkouts), phone: 'none' },
  counted('orders', 'Paid', ({ orders }) => orders),
  {
    id: 'share',
    header: 'Paid of visits',
    align: 'right',
    cell: ({ orders, visits }) => shareOf(orders, visits),
  },
  {
    id: 'revenue',
    header: 'Revenue',
    sort: 'revenue',
    align: 'right',
    cell: ({ revenue }) => <Amount of={revenue} />,
  },
]

const sourceColumns: readonly Column<VisitSource>[] = [
  {
    id: 'source',
    header: 'Source',
    sort: 'source',
    phone: 'title',
    cell: ({ source }) => <span className="font-medium [overflow-wrap:anywhere]">{source}</span>,
  },
  ...steps<VisitSource>(),
]

export function SourceTable({ days }: Days) {
  const list = useList(SourceQuery.omit(OF_THE_SCREEN), (input) =>
    api.visits.sources.queryOptions({ input: { ...input, ...days } }),
  )
  return (
    <DataTable
      label="sources"
      list={list}
      columns={sourceColumns}
      rowName={({ source }) => source}
      searchLabel="Search by source"
      empty={EMPTY}
    />
  )
}

const SORTED_DAYS = ['visits', 'orders', 'revenue']

const dayColumns: readonly Column<FunnelDay>[] = [
  {
    id: 'day',
    header: 'Day',
    sort: 'day',
    phone: 'title',
    className: 'whitespace-nowrap',
    cell: ({ id }) => <span className="font-medium">{formatRange({ from: id, to: id })}</span>,
  },
  ...steps<FunnelDay>().map(({ sort, ...column }) =>
    sort && SORTED_DAYS.includes(sort) ? { ...column, sort } : column,
  ),
]

export function DayTable({ days }: Days) {
  const list = useList(FunnelDayQuery.omit(OF_THE_SCREEN), (input) =>
    api.visits.days.queryOptions({ input: { ...input, ...days } }),
  )
  return (
    <DataTable
      label="days"
      list={list}
      columns={dayColumns}
      rowName={({ id }) => id}
      isSearchable={false}
      empty={EMPTY}
    />
  )
}

const productColumns: readonly Column<VisitedProduct>[] = [
  {
    id: 'name',
    header: 'Product',
    phone: 'title',
    cell: ({ name, image_url }) => (
      <span className="flex items-center gap-3">
        <span className="size-8 shrink-0 overflow-hidden rounded-md bg-blush">
          <Picture src={image_url} alt="" sizes="32px" className="size-full object-cover" />
        </span>
        <span className="font-medium [overflow-wrap:anywhere]">{name}</span>
      </span>
    ),
  },
  counted('views', 'Visits that saw it', ({ views }) => views),
  counted('carts', 'Added to cart', ({ carts }) => carts),
  counted('orders', 'Paid orders', ({ orders }) => orders),
  { ...counted<VisitedProduct>('units', 'Units', ({ units }) => units), phone: 'none' },
  {
    id: 'share',
    header: 'Paid of seen',
    align: 'right',
    cell: ({ orders, views }) => shareOf(orders, views),
  },
  {
    id: 'revenue',
    header: 'Revenue',
    sort: 'revenue',
    align: 'right',
    cell: ({ revenue }) => <Amount of={revenue} />,
  },
]

export function ProductTable({ days }: Days) {
  const list = useList(VisitedProductQuery.omit(OF_THE_SCREEN), (input) =>
    api.visits.products.queryOptions({ input: { ...input, ...days } }),
  )
  return (
    <DataTable
      label="products"
      list={list}
      columns={productColumns}
      rowName={({ name }) => name}
      isSearchable={false}
      empty={EMPTY}
    />
  )
}
