import { useLocation, useNavigate } from '@tanstack/react-router'
import { Pencil, Plus, Trash2, Upload } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Redirect, RedirectQuery } from '#contract/redirects.ts'
import { api, client } from '../../lib/api.ts'
import { LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { useList } from '../kit/list.ts'
import { textLink } from '../kit/order-marks.tsx'
import type { Column } from '../kit/table-rows.tsx'
import { ImportRedirects } from './ImportRedirects.tsx'
import { MissingPages } from './MissingPages.tsx'
import { RedirectDialog } from './RedirectDialog.tsx'

const TABS = [
  { name: 'redirects', label: 'Redirects' },
  { name: 'missing', label: 'Not found' },
] as const
type TabName = (typeof TABS)[number]['name']

/** What is edited: a stored redirect, or a new one that starts from an old address. */
type Edited = Redirect | { from_path: string }

/** The tab is in the URL; the first one is the screen itself. */
export function RedirectsPage() {
  const search = useLocation().search as { tab?: unknown }
  const navigate = useNavigate()
  const [edited, setEdited] = useState<Edited | null>(null)
  const [isImporting, setImporting] = useState(false)
  const tab = search.tab === 'missing' ? 'missing' : 'redirects'
  const add = (
    <Button onClick={() => setEdited({ from_path: '' })}>
      <Plus aria-hidden="true" className="size-4" />
      Add redirect
    </Button>
  )
  return (
    <AdminPage
      help="redirects"
      wide
      title="Redirects"
      actions={
        <>
          <Button look="outline" onClick={() => setImporting(true)}>
            <Upload aria-hidden="true" className="size-4" />
            Import
          </Button>
          {add}
        </>
      }
    >
      <Tabs<TabName>
        label="Old addresses"
        tabs={TABS}
        value={tab}
        onChange={(name) =>
          void navigate({ to: '/admin/redirects', search: name === 'missing' ? { tab: name } : {} })
        }
      >
        {tab === 'missing' ? (
          <MissingPages onRedirect={(from_path) => setEdited({ from_path })} />
        ) : (
          <RedirectList onEdit={setEdited} add={add} />
        )}
      </Tabs>
      {edited && <RedirectDialog edited={edited} onClose={() => setEdited(null)} />}
      {isImporting && <ImportRedirects onClose={() => setImporting(false)} />}
    </AdminPage>
  )
}

type RedirectListProps = { onEdit: (redirect: Redirect) => void; add: ReactNode }

function RedirectList({ onEdit, add }: RedirectListProps) {
  const list = useList(RedirectQuery, (input) => api.redirects.list.queryOptions({ input }))
  const remove = useAdminMutation({
    run: ({ id }: Redirect) => client.redirects.remove({ id }),
    success: 'Redirect removed',
    refresh: [api.redirects.key()],
  })
  return (
    <DataTable
      label="redirects"
      list={list}
      columns={columns}
      rowName={({ from_path }) => from_path}
      searchLabel="Search by address"
      empty={{
        title: 'No redirects yet',
        text: 'When the addresses of your old shop lead nowhere, add where they shall lead.',
        action: add,
      }}
      rowActions={(row) => (
        <span className="flex">
          <Button
            look="ghost"
            size="icon"
            aria-label={`Edit ${row.from_path}`}
            onClick={() => onEdit(row)}
          >
            <Pencil aria-hidden="true" className="size-4" />
          </Button>
          <Button
            look="ghost"
            size="icon"
            aria-label={`Remove ${row.from_path}`}
            busy={remove.isPending && remove.variables.id === row.id}
            onClick={() => remove.mutate(row)}
          >
            <Trash2 aria-hidden="true" className="size-4" />
          </Button>
        </span>
      )}
    />
  )
}

const columns: readonly Column<Redirect>[] = [
  {
    id: 'from_path',
    header: 'Old address',
    sort: 'from_path',
    phone: 'title',
    cell: ({ from_path }) => (
      <span className="font-medium [overflow-wrap:anywhere]">{from_path}</span>
    ),
  },
  {
    id: 'to_path',
    header: 'Leads to',
    cell: ({ to_path }) => (
      <a
        href={to_path}
        target="_blank"
        rel="noreferrer"
        className={`[overflow-wrap:anywhere] ${textLink}`}
      >
        {to_path}
      </a>
    ),
  },
  {
    id: 'created_at',
    header: 'Since',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ created_at }) => <LocalTime iso={created_at} />,
  },
]
