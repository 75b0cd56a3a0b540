import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Plus, Printer, Undo2, Users } from 'lucide-react'
import { OrderQuery, type OrderRow } from '#contract/admin-orders.ts'
import { orderNumber } from '#contract/ids.ts'
import { ORDER_STATUSES } from '#contract/order-status.ts'
import { api } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { AdminPage, ShopLink } from '../kit/AdminPage.tsx'
import { Amount } from '../kit/Amount.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterDates } from '../kit/FilterDates.tsx'
import { FilterSelect, FilterSwitch } from '../kit/ListControls.tsx'
import { type List, useList } from '../kit/list.ts'
import { CustomerLink, OrderLink, OrderMarks, STATUS_NAMES } from '../kit/order-marks.tsx'
import { IfMay } from '../kit/rights.tsx'
import type { Column } from '../kit/table-rows.tsx'
import { BulkStatus } from './BulkStatus.tsx'
import { NeedsAttention } from './NeedsAttention.tsx'
import { PackingMenu, PackSelected } from './Packing.tsx'
import { StatusSelect } from './StatusSelect.tsx'

const STATUS_OPTIONS = ORDER_STATUSES.map((value) => ({ value, label: STATUS_NAMES[value] }))

const PACKING_OPTIONS = [
  { value: 'to-pack', label: 'To pack' },
  { value: 'packed', label: 'Packed' },
]

export const packingSlipsUrl = (ids: string[]) => `/api/orders/packing-slips?ids=${ids.join(',')}`

export function OrdersPage() {
  const list = useList(OrderQuery, (input) => api.orders.admin_list.queryOptions({ input }))
  return (
    <AdminPage
      help="orders"
      wide
      title="Orders"
      actions={
        <>
          <Link to="/admin/orders/new" className={buttonStyle()}>
            <Plus aria-hidden="true" className="size-4" />
            New order
          </Link>
          <PackingMenu />
          <ReturnsLink />
          <IfMay area="customers">
            <Link to="/admin/customers" className={buttonStyle({ look: 'outline' })}>
              <Users aria-hidden="true" className="size-4" />
              Customers
            </Link>
          </IfMay>
        </>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <NeedsAttention />
        <DataTable
          label="orders"
          list={list}
          columns={columns}
          rowName={({ id }) => `order ${orderNumber(id)}`}
          searchLabel="Number, name, email, product"
          filters={<Filters list={list} />}
          bulkActions={(rows, clear) => <BulkActions rows={rows} clear={clear} />}
          exportName="orders"
          empty={{
            title: 'No orders yet',
            text: 'The first one appears here by itself. Place one yourself to see how it goes.',
            action: <ShopLink to="/products">Open the shop</ShopLink>,
          }}
        />
      </div>
    </AdminPage>
  )
}

/** With how many wait for an answer; nothing in a shop that takes no returns. */
function ReturnsLink() {
  const settings = useQuery(api.returns.settings.queryOptions())
  const isOn = typeof settings.data?.days === 'number'
  const asked = useQuery({
    ...api.returns.list.queryOptions({ input: { status: 'asked' } }),
    enabled: isOn,
  })
  if (!isOn) return null
  const count = asked.data?.total ?? 0
  return (
    <Link to="/admin/returns" className={buttonStyle({ look: 'outline' })}>
      <Undo2 aria-hidden="true" className="size-4" />
      Returns
      {count > 0 && (
        <Badge tone="rose">
          {count}
          <span className="sr-only"> to answer</span>
        </Badge>
      )}
    </Link>
  )
}

function Filters({ list }: { list: List<OrderRow> }) {
  const { coupon_code } = list.search
  const methods = useQuery(api.payment_methods.list.queryOptions())
  const isByHandTaken = list.search.awaits_payment || methods.data?.some(({ active }) => active)
  return (
    <>
      <FilterSelect list={list} name="status" label="Status" options={STATUS_OPTIONS} />
      <FilterSwitch list={list} name="to_ship" label="To ship" />
      {isByHandTaken && (
        <FilterSwitch list={list} name="awaits_payment" label="Waits for payment" />
      )}
      <FilterSelect list={list} name="packing" label="Packing" options={PACKING_OPTIONS} />
      <FilterSwitch list={list} name="needs_attention" label="Needs attention" />
      <FilterSwitch list={list} name="address_missing" label="Address missing" />
      <FilterDates list={list} />
      {coupon_code && (
        <FilterSelect
          list={list}
          name="coupon_code"
          label="Coupon"
          options={[{ value: coupon_code, label: `Coupon ${coupon_code}` }]}
        />
      )}
    </>
  )
}

const columns: readonly Column<OrderRow>[] = [
  {
    id: 'number',
    header: 'Order',
    phone: 'title',
    className: 'whitespace-nowrap',
    cell: (order) => (
      <span className="flex flex-wrap items-center gap-2">
        <OrderLink id={order.id} />
        <OrderMarks {...order} />
      </span>
    ),
  },
  {
    id: 'customer',
    header: 'Customer',
    sort: 'customer',
    cell: ({ user_id, guest_email, customer_name, customer_email }) => (
      <span className="block max-w-64 [overflow-wrap:anywhere]">
        <span className="line-clamp-2">
          <CustomerLink user_id={user_id} email={guest_email} name={customer_name} />
        </span>
        {customer_email && customer_name && (
          <span className="block truncate text-quiet text-xs">{customer_email}</span>
        )}
      </span>
    ),
  },
  {
    id: 'items',
    header: 'Items',
    className: 'w-full min-w-40 max-w-0',
    cell: ({ items }) => <Items items={items} />,
  },
  {
    id: 'total',
    header: 'Total',
    sort: 'total',
    align: 'right',
    cell: ({ total }) => <Amount of={total} />,
  },
  {
    id: 'created_at',
    header: 'Date',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} withTime />,
  },
  { id: 'status', header: 'Status', cell: (order) => <StatusSelect order={order} /> },
]

function Items({ items }: { items: OrderRow['items'] }) {
  const text = items
    .map(({ name, quantity }) => (quantity > 1 ? `${quantity} × ${name}` : name))
    .join(', ')
  return (
    <span className="block md:truncate" title={text}>
      {text || '–'}
    </span>
  )
}

function BulkActions({ rows, clear }: { rows: OrderRow[]; clear: () => void }) {
  return (
    <>
      <a
        href={packingSlipsUrl(rows.map(({ id }) => id))}
        target="_blank"
        rel="noreferrer"
        className={buttonStyle({ look: 'outline', size: 'small' })}
      >
        <Printer aria-hidden="true" className="size-4" />
        Print packing slips
      </a>
      <PackSelected orders={rows} clear={clear} />
      <BulkStatus orders={rows} clear={clear} />
    </>
  )
}
