import { Ban, BookText, Pencil, Plus } from 'lucide-react'
import { useState } from 'react'
import { type ApiKey, ApiKeyQuery } from '#contract/api-keys.ts'
import { api, client } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button, buttonStyle } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { useAdminMutation } from '../kit/admin-mutation.ts'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'
import { EditKeyDialog, NewKeyDialog } from './ApiKeyDialogs.tsx'
import { scopeText } from './area-names.ts'

/** What other programs may do here. */
export function ApiKeysPage() {
  const list = useList(ApiKeyQuery, (input) => api.api_keys.list.queryOptions({ input }))
  const [isCreating, setCreating] = useState(false)
  const [edited, setEdited] = useState<string | null>(null)
  const [revoked, setRevoked] = useState<ApiKey | null>(null)
  const create = (
    <Button onClick={() => setCreating(true)}>
      <Plus aria-hidden="true" className="size-4" />
      New key
    </Button>
  )
  return (
    <AdminPage
      help="apiKeys"
      wide
      title="API Keys"
      actions={
        <>
          <a
            href="/api/docs"
            target="_blank"
            rel="noreferrer"
            className={buttonStyle({ look: 'outline', size: 'narrow' })}
          >
            <BookText aria-hidden="true" className="size-4" />
            API documentation
          </a>
          {create}
        </>
      }
    >
      <DataTable
        label="keys"
        list={list}
        columns={columns}
        rowName={({ name }) => name}
        searchLabel="Search by name"
        empty={{
          title: 'No program has a key',
          text: 'A key lets a bookkeeping, shipping or warehouse program work with your shop.',
          action: create,
        }}
        filters={
          <FilterSelect
            list={list}
            name="revoked"
            label="State"
            options={[
              { value: 'false', label: 'Not revoked' },
              { value: 'true', label: 'Revoked' },
            ]}
          />
        }
        rowActions={(row) =>
          row.state !== 'revoked' && (
            <span className="flex">
              <Button
                look="ghost"
                size="icon"
                aria-label={`Change ${row.name}`}
                onClick={() => setEdited(row.id)}
              >
                <Pencil aria-hidden="true" className="size-4" />
              </Button>
              <Button
                look="ghost"
                size="icon"
                aria-label={`Revoke ${row.name}`}
                onClick={() => setRevoked(row)}
              >
                <Ban aria-hidden="true" className="size-4" />
              </Button>
            </span>
          )
        }
      />
      {isCreating && <NewKeyDialog onClose={() => setCreating(false)} />}
      {edited && <EditKeyDialog id={edited} list={list} onClose={() => setEdited(null)} />}
      {revoked && <RevokeDialog apiKey={revoked} onClose={() => setRevoked(null)} />}
    </AdminPage>
  )
}

const STATES = {
  active: <Badge tone="green">Active</Badge>,
  suspended: <Badge tone="yellow">Suspended</Badge>,
  revoked: <Badge tone="red">Revoked</Badge>,
}

const columns: readonly Column<ApiKey>[] = [
  {
    id: 'name',
    header: 'Name',
    sort: 'name',
    phone: 'title',
    className: 'min-w-44',
    cell: ({ name, hint }) => (
      <span className="grid gap-0.5 [overflow-wrap:anywhere]">
        <bdi className="font-medium">{name}</bdi>
        <span className="font-mono font-normal text-quiet text-xs">petal_…{hint}</span>
      </span>
    ),
  },
  { id: 'state', header: 'State', cell: ({ state }) => STATES[state] },
  {
    id: 'scopes',
    header: 'May',
    className: 'max-w-96',
    cell: ({ scopes }) => (
      <span className="text-sm max-md:text-right">{scopes.map(scopeText).join(', ')}</span>
    ),
  },
  {
    id: 'last_used_at',
    header: 'Last used',
    className: 'whitespace-nowrap',
    cell: ({ last_used_at }) =>
      last_used_at ? (
        <LocalTime iso={last_used_at} withTime />
      ) : (
        <span className="text-quiet">Never</span>
      ),
  },
  {
    id: 'created_at',
    header: 'Created',
    sort: 'created_at',
    cell: ({ created_at, created_by }) => (
      <span className="grid gap-0.5 max-md:justify-items-end">
        <LocalTime iso={created_at} />
        <span className="text-quiet text-xs">by {created_by}</span>
      </span>
    ),
  },
]

function RevokeDialog({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const revoke = useAdminMutation({
    run: client.api_keys.revoke,
    success: 'The key is revoked',
    failure: 'Not revoked',
    refresh: [api.api_keys.key()],
    onSuccess: onClose,
  })
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Revoke ${apiKey.name}?`}
      text="It stops working at once and for good. The program that uses it needs a new one. What it changed stays."
      confirmLabel="Revoke"
      busy={revoke.isPending}
      onConfirm={() => revoke.mutate({ id: apiKey.id })}
    />
  )
}
