import { type CampaignRecipient, RECIPIENT_STATUSES, RecipientQuery } from '#contract/campaigns.ts'
import { api } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import type { Column } from '../kit/table-rows.tsx'
import { RECIPIENT_STATES, reasonName } from './names.ts'

/** One row for each recipient: how far the mail has come, and why not further. */
export function CampaignRecipients({ id }: { id: string }) {
  const list = useList(RecipientQuery, (query) =>
    api.campaigns.recipients.queryOptions({ input: { ...query, id } }),
  )
  return (
    <section aria-labelledby="recipients-title" className="grid gap-3">
      <h2 id="recipients-title" className="font-sans font-semibold text-base tracking-normal">
        Recipients
      </h2>
      <DataTable
        label="recipients"
        list={list}
        columns={COLUMNS}
        rowName={({ email }) => email ?? 'An erased address'}
        searchLabel="Search by address or name"
        empty={{ title: 'No recipients' }}
        filters={
          <FilterSelect
            list={list}
            name="status"
            label="Status"
            options={RECIPIENT_STATUSES.map((value) => ({
              value,
              label: RECIPIENT_STATES[value].label,
            }))}
          />
        }
      />
    </section>
  )
}

const COLUMNS: readonly Column<CampaignRecipient>[] = [
  {
    id: 'email',
    header: 'Address',
    phone: 'title',
    cell: ({ email, name }) => (
      <span className="grid [overflow-wrap:anywhere]">
        <span className="font-medium">{email ?? 'Erased'}</span>
        {name && <span className="text-quiet">{name}</span>}
      </span>
    ),
  },
  {
    id: 'type',
    header: 'Type',
    phone: 'none',
    cell: ({ type }) => (type === 'user' ? 'User' : 'Guest'),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status, reason, unsubscribed_at }) => (
      <span className="flex flex-wrap items-center gap-1.5">
        <Badge tone={RECIPIENT_STATES[status].tone}>{RECIPIENT_STATES[status].label}</Badge>
        {unsubscribed_at && <Badge>Unsubscribed</Badge>}
        {reason && <span className="text-quiet">{reasonName(reason)}</span>}
      </span>
    ),
  },
  {
    id: 'changed_at',
    header: 'Since',
    className: 'whitespace-nowrap',
    cell: ({ changed_at }) => <LocalTime iso={changed_at} withTime />,
  },
]
