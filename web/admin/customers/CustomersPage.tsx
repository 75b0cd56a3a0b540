import { CustomerQuery, type CustomerRow } from '#contract/admin-orders.ts'
import { api } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { AdminPage, ShopLink } from '../kit/AdminPage.tsx'
import { Amount } from '../kit/Amount.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { CustomerLink } from '../kit/order-marks.tsx'
import type { Column } from '../kit/table-rows.tsx'
import { ImportCustomers } from './ImportCustomers.tsx'

const KINDS = [
  { value: 'registered', label: 'With an account' },
  { value: 'guest', label: 'Guests' },
]

export function CustomersPage() {
  const list = useList(CustomerQuery, (input) => api.customers.list.queryOptions({ input }))
  return (
    <AdminPage help="customers" wide title="Customers" actions={<ImportCustomers />}>
      <DataTable
        label="customers"
        list={list}
        columns={columns}
        rowName={({ email }) => email}
        searchLabel="Search name or email"
        filters={<FilterSelect list={list} name="kind" label="Kind" options={KINDS} />}
        empty={{
          title: 'No customers yet',
          text: 'They appear here with their account or their first order.',
          action: <ShopLink to="/">Open the shop</ShopLink>,
        }}
      />
    </AdminPage>
  )
}

const columns: readonly Column<CustomerRow>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'full_name',
    phone: 'title',
    cell: ({ user_id, email, full_name }) => (
      <span className="flex flex-wrap items-center gap-2 [overflow-wrap:anywhere]">
        <span className="line-clamp-2">
          <CustomerLink user_id={user_id} email={email} name={full_name} />
        </span>
        {!user_id && <Badge>Guest</Badge>}
      </span>
    ),
  },
  {
    id: 'email',
    header: 'Email',
    className: '[overflow-wrap:anywhere]',
    cell: ({ email }) => email,
  },
  {
    id: 'orders',
    header: 'Orders',
    sort: 'order_count',
    align: 'right',
    cell: ({ order_count }) => order_count,
  },
  {
    id: 'spent',
    header: 'Total spent',
    sort: 'spent',
    align: 'right',
    cell: ({ spent }) => <Amount of={spent} />,
  },
  {
    id: 'last_order_at',
    header: 'Last order',
    sort: 'last_order_at',
    className: 'whitespace-nowrap',
    cell: ({ last_order_at }) =>
      last_order_at ? <LocalTime iso={last_order_at} /> : <span className="text-quiet">None</span>,
  },
  {
    id: 'consent',
    header: 'Marketing',
    className: 'whitespace-nowrap',
    cell: ({ consent_at }) =>
      consent_at ? (
        <>
          Yes, <LocalTime iso={consent_at} />
        </>
      ) : (
        <span className="text-quiet">No</span>
      ),
  },
]
