import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { CAMPAIGN_STATUSES, type Campaign, CampaignQuery } from '#contract/campaigns.ts'
import { api } from '../../lib/api.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { buttonStyle } from '../../ui/Button.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage } from '../kit/AdminPage.tsx'
import { DataTable } from '../kit/DataTable.tsx'
import { FilterSelect } from '../kit/ListControls.tsx'
import { useList } from '../kit/list.ts'
import { MailLinks } from '../kit/MailFrame.tsx'
import type { Column } from '../kit/table-rows.tsx'
import { ProgressBar } from './CampaignActions.tsx'
import { Composer } from './Composer.tsx'
import { formatCount, STATUSES, TEMPLATE_NAMES } from './names.ts'

const TABS = [
  { name: 'new', label: 'New campaign' },
  { name: 'campaigns', label: 'Campaigns' },
] as const
type Tab = (typeof TABS)[number]['name']

/** The tab is in the URL; writing a new campaign is the screen itself. */
export function MarketingPage() {
  const search = useLocation().search as { tab?: unknown; from?: unknown }
  const navigate = useNavigate()
  const tab = TABS.find(({ name }) => name === search.tab)?.name ?? 'new'
  const choose = (name: Tab) =>
    void navigate({
      to: '/admin/marketing',
      search: name === 'new' ? {} : { tab: name },
    })
  return (
    <AdminPage help="marketing" title="Marketing Emails" actions={<MailLinks />}>
      <Tabs label="Marketing" tabs={TABS} value={tab} onChange={choose}>
        {tab === 'new' ? (
          <Composer from={typeof search.from === 'string' ? search.from : undefined} />
        ) : (
          <CampaignList />
        )}
      </Tabs>
    </AdminPage>
  )
}

function CampaignList() {
  const list = useList(CampaignQuery, (input) => api.campaigns.list.queryOptions({ input }))
  return (
    <DataTable
      label="campaigns"
      list={list}
      columns={COLUMNS}
      rowName={({ subject }) => subject}
      searchLabel="Search by subject"
      empty={{
        title: 'No campaigns yet',
        text: 'What you send appears here, with its progress and what came of it.',
        action: (
          <Link to="/admin/marketing" className={buttonStyle()}>
            Write a campaign
          </Link>
        ),
      }}
      filters={
        <FilterSelect
          list={list}
          name="status"
          label="Status"
          options={CAMPAIGN_STATUSES.map((value) => ({ value, label: STATUSES[value].label }))}
        />
      }
    />
  )
}

const COLUMNS: readonly Column<Campaign>[] = [
  {
    id: 'subject',
    header: 'Subject',
    phone: 'title',
    className: 'min-w-48',
    cell: ({ id, subject }) => (
      <Link
        to="/admin/marketing/$id"
        params={{ id }}
        className="line-clamp-2 font-medium underline decoration-line underline-offset-4 [overflow-wrap:anywhere] hover:decoration-ink"
      >
        {subject}
      </Link>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    cell: ({ status }) => <Badge tone={STATUSES[status].tone}>{STATUSES[status].label}</Badge>,
  },
  {
    id: 'progress',
    header: 'Progress',
    className: 'min-w-36',
    cell: ({ counts }) => (
      <span className="grid gap-1">
        <span className="tabular-nums">
          {formatCount(counts.sent)} of {formatCount(counts.total - counts.left_out)} sent
        </span>
        <ProgressBar counts={counts} />
      </span>
    ),
  },
  {
    id: 'failed',
    header: 'Failed',
    align: 'right',
    phone: 'none',
    cell: ({ counts }) => formatCount(counts.failed),
  },
  {
    id: 'template',
    header: 'Template',
    phone: 'none',
    cell: ({ template }) => TEMPLATE_NAMES[template],
  },
  {
    id: 'send_at',
    header: 'Sent',
    sort: 'created_at',
    className: 'whitespace-nowrap',
    cell: ({ send_at, started_at }) => <LocalTime iso={started_at ?? send_at} withTime />,
  },
]
