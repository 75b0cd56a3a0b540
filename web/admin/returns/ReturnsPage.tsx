import { useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { RETURN_STATUSES } from '#contract/return-status.ts'
import { ReturnQuery, type ReturnRow } from '#contract/returns.ts'
import { api } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { RETURN_STATUS_NAMES, ReturnBadge, ReturnLink } from '../kit/return-marks.tsx'
import { IfMay, useRights } from '../kit/rights.tsx'
import type { Column } from '../kit/table-rows.tsx'
import { ReturnSettingsCard } from './SettingsForm.tsx'

const TABS = [
  { name: 'returns', area: 'orders', label: 'Returns', Panel: ReturnsTab },
  { name: 'settings', area: 'settings', label: 'Settings', Panel: ReturnSettingsCard },
] as const

type TabName = (typeof TABS)[number]['name']

/** The tab is in the URL; the first one is the screen itself. */
export function ReturnsPage() {
  const search = useLocation().search as { tab?: unknown }
  const navigate = useNavigate()
  const may = useRights()
  const tabs = TABS.filter(({ area }) => may(area))
  const tab = tabs.find(({ name }) => name === search.tab) ?? TABS[0]
  const choose = (name: TabName) =>
    void navigate({ to: '/admin/returns', search: name === TABS[0].name ? {} : { tab: name } })
  return (
    <AdminPage help="returns" wide title="Returns">
      <Tabs<TabName> label="Returns" tabs={tabs} value={tab.name} onChange={choose}>
        <tab.Panel />
      </Tabs>
    </AdminPage>
  )
}

const STATUS_OPTIONS = [
  { value: 'open', label: 'Open' },
  ...RETURN_STATUSES.map((value) => ({ value, label: RETURN_STATUS_NAMES[value] })),
]

function ReturnsTab() {
  const list = useList(ReturnQuery, (input) => api.returns.list.queryOptions({ input }))
  const settings = useQuery(api.returns.settings.queryOptions())
  const isOff = settings.data?.days === null
  return (
    <DataTable
      label="returns"
      list={list}
      columns={columns}
      rowName={({ id }) => `return ${id.slice(0, 8)}`}
      searchLabel="Order number, name, email"
      exportName="returns"
      filters={<FilterSelect list={list} name="status" label="Status" options={STATUS_OPTIONS} />}
      empty={
        isOff
          ? {
              title: 'Your shop takes no returns yet',
              text: 'Say within how many days you take them, and customers can ask for one on the page of their order.',
              action: (
                <IfMay area="settings">
                  <Link to="/admin/returns" search={{ tab: 'settings' }} className={buttonStyle()}>
                    Take returns
                  </Link>
                </IfMay>
              ),
            }
          : {
              title: 'No returns so far',
              text: 'Customers ask for one on the page of their order. It appears here by itself.',
            }
      }
    />
  )
}

const columns: readonly Column<ReturnRow>[] = [
  {
    id: 'return',
    header: 'Return',
    phone: 'title',
    className: 'whitespace-nowrap',
    cell: (row) => <ReturnLink {...row} />,
  },
  {
    id: 'customer',
    header: 'Customer',
    cell: ({ customer_name, customer_email }) => (
      <span className="block max-w-64 [overflow-wrap:anywhere]">
        <span className="line-clamp-2">{customer_name || customer_email || 'Guest'}</span>
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
    cell: ({ items, reason }) => (
      <span className="grid">
        <span className="block md:truncate">
          {items.map(({ name, quantity }) => `${quantity} × ${name}`).join(', ')}
        </span>
        <span className="line-clamp-2 text-quiet text-xs md:block md:truncate">{reason}</span>
      </span>
    ),
  },
  {
    id: 'created_at',
    header: 'Asked',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} withTime />,
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <ReturnBadge status={status} /> },
]
