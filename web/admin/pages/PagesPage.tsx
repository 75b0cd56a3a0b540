import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Ellipsis, ExternalLink, History, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useCallback, useMemo, useState } from 'react'
import { PageQuery, type PageRow } from '#contract/edit-pages.ts'
import { api, client } from '../../lib/api.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { textLink } from '../kit/order-marks.tsx'
import type { Column } from '../kit/table-rows.tsx'
import { PageDialog } from './PageDialog.tsx'
import { PageRevisions } from './PageRevisions.tsx'

const columns: readonly Column<PageRow>[] = [
  {
    id: 'title',
    header: 'Title',
    sort: 'title',
    phone: 'title',
    cell: ({ id, title }) => (
      <Link
        from="/admin/pages"
        to="."
        search={(current) => ({ ...current, edit: id })}
        resetScroll={false}
        className={`font-medium [overflow-wrap:anywhere] ${textLink}`}
      >
        {title}
      </Link>
    ),
  },
  {
    id: 'url',
    header: 'URL',
    sort: 'slug',
    cell: ({ slug }) => (
      <a
        href={`/page/${slug}`}
        target="_blank"
        rel="noreferrer"
        className="underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
      >
        /{slug}
      </a>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ is_active }) =>
      is_active ? <Badge tone="green">Active</Badge> : <Badge>Inactive</Badge>,
  },
  { id: 'nav', header: 'In Nav', cell: ({ show_in_nav }) => (show_in_nav ? 'Yes' : 'No') },
  {
    id: 'order',
    header: 'Order',
    sort: 'nav_order',
    align: 'right',
    cell: ({ nav_order }) => nav_order,
  },
]

type Open = { kind: 'history' | 'delete'; page: PageRow } | { kind: 'new' }
type PagesPageProps = { preview: (page: { title: string; content: string }) => ReactNode }

/** `preview` is the page as visitors see it. Which page is edited is in the URL (`?edit=…`). */
export function PagesPage({ preview }: PagesPageProps) {
  const list = useList(PageQuery, (input) => api.pages.editable.queryOptions({ input }))
  const [open, setOpen] = useState<Open | null>(null)
  const [edited, edit] = useEditedPage()
  const close = () => setOpen(null)
  const create = (
    <Button onClick={() => setOpen({ kind: 'new' })}>
      <Plus aria-hidden="true" className="size-4" />
      New page
    </Button>
  )
  const rowActions = useMemo(
    () => (page: PageRow) => (
      <RowMenu
        page={page}
        onChoose={(kind) => (kind === 'edit' ? edit(page.id) : setOpen({ kind, page }))}
      />
    ),
    [edit],
  )
  return (
    <AdminPage help="pages" wide title="Pages" actions={create}>
      <DataTable
        label="pages"
        list={list}
        columns={columns}
        rowName={({ title }) => title}
        searchLabel="Search pages"
        rowActions={rowActions}
        filters={
          <FilterSelect
            list={list}
            name="status"
            label="Status"
            options={[
              { value: 'active', label: 'Active' },
              { value: 'inactive', label: 'Inactive' },
            ]}
          />
        }
        empty={{ title: 'No pages yet', text: 'Write your first one.', action: create }}
      />
      {open?.kind === 'new' && <PageDialog id={null} preview={preview} onClose={close} />}
      {edited && (
        <PageDialog key={edited} id={edited} preview={preview} onClose={() => edit(undefined)} />
      )}
      {open?.kind === 'history' && <PageRevisions page={open.page} onClose={close} />}
      <DeletePage page={open?.kind === 'delete' ? open.page : null} onClose={close} />
    </AdminPage>
  )
}

function useEditedPage() {
  const { search } = useLocation()
  const navigate = useNavigate({ from: '/admin/pages' })
  const edited = (search as { edit?: unknown }).edit
  const edit = useCallback(
    (id: string | undefined) =>
      void navigate({
        to: '.',
        search: (current) => ({ ...current, edit: id }),
        resetScroll: false,
      }),
    [navigate],
  )
  return [typeof edited === 'string' ? edited : undefined, edit] as const
}

type RowMenuProps = { page: PageRow; onChoose: (kind: 'edit' | 'history' | 'delete') => void }

function RowMenu({ page, onChoose }: RowMenuProps) {
  return (
    <Menu
      trigger={
        <Button look="ghost" size="icon" aria-label={`Actions for ${page.title}`}>
          <Ellipsis aria-hidden="true" className="size-4" />
        </Button>
      }
    >
      <MenuItem onSelect={() => onChoose('edit')}>
        <Pencil aria-hidden="true" />
        Edit
      </MenuItem>
      <MenuItem onSelect={() => onChoose('history')}>
        <History aria-hidden="true" />
        Revisions
      </MenuItem>
      <MenuItem asChild>
        <a href={`/page/${page.slug}`} target="_blank" rel="noreferrer">
          <ExternalLink aria-hidden="true" />
          View
        </a>
      </MenuItem>
      <MenuItem danger onSelect={() => onChoose('delete')}>
        <Trash2 aria-hidden="true" />
        Delete
      </MenuItem>
    </Menu>
  )
}

function DeletePage({ page, onClose }: { page: PageRow | null; onClose: () => void }) {
  const { mutate, isPending } = useAdminMutation({
    run: client.pages.remove,
    success: 'Page deleted successfully',
    failure: 'Failed to delete page',
    refresh: [api.pages.key()],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open={page !== null}
      onOpenChange={(open) => !open && onClose()}
      title={`Delete “${page?.title ?? ''}”?`}
      text="Its text is lost, and links to it lead to the not-found page."
      confirmLabel="Delete"
      busy={isPending}
      onConfirm={() => page && mutate({ id: page.id })}
    />
  )
}
