import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { Footprints, Settings2 } from 'lucide-react'
import { DashboardQuery, DEFAULT_RANGE } from '#contract/insights.ts'
import type { Funnel } from '#contract/visits.ts'
import { api } from '../../lib/api.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { IfMay } from '../kit/rights.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'
import { FunnelSteps } from './FunnelSteps.tsx'
import { RangePicker } from './RangePicker.tsx'
import { formatRange } from './series.ts'
import { DayTable, ProductTable, SourceTable } from './VisitTables.tsx'

const TABS = [
  { name: 'sources', label: 'Sources' },
  { name: 'products', label: 'Products' },
  { name: 'days', label: 'Days' },
] as const
type TabName = (typeof TABS)[number]['name']

/** From visits to paid orders: by source, by product and by day. Period and tab are in the URL. */
export function VisitorsPage() {
  const { query, tab, show } = useVisitorsUrl()
  const funnel = useQuery({
    ...api.visits.funnel.queryOptions({ input: query }),
    placeholderData: keepPreviousData,
  })
  return (
    <AdminPage help="visitors" title="Visitors" actions={<SettingsLink />}>
      <WhenLoaded query={funnel} failure="Failed to load the visitors">
        {(data) =>
          isUnused(data) ? (
            <NotCounting />
          ) : (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
              {!data.is_counting && <Paused />}
              <div className="grid gap-2">
                <RangePicker
                  range={query.range ?? DEFAULT_RANGE}
                  shown={data.range}
                  onChange={(next) => show({ ...next, tab })}
                />
                <p className="text-quiet text-sm" aria-live="polite">
                  {formatRange(data.range)}
                </p>
              </div>
              <Card title="From visit to order">
                <FunnelSteps counts={data.total} />
              </Card>
              <Tabs<TabName>
                label="Visits by"
                tabs={TABS}
                value={tab}
                onChange={(name) => show({ ...query, tab: name })}
              >
                {tab === 'sources' && <SourceTable days={query} />}
                {tab === 'products' && <ProductTable days={query} />}
                {tab === 'days' && <DayTable days={query} />}
              </Tabs>
            </div>
          )
        }
      </WhenLoaded>
    </AdminPage>
  )
}

const isUnused = ({ is_counting, total }: Funnel) =>
  !is_counting && total.visits === 0 && total.orders === 0

function useVisitorsUrl() {
  const { search } = useLocation()
  const navigate = useNavigate({ from: '/admin/visitors' })
  const parsed = DashboardQuery.safeParse(search)
  const asked = (search as { tab?: unknown }).tab
  return {
    query: parsed.success ? parsed.data : {},
    tab: TABS.find(({ name }) => name === asked)?.name ?? 'sources',
    /** Another period or tab is another list: its page and sort begin anew. */
    show: ({ tab, ...next }: DashboardQuery & { tab: TabName }) =>
      void navigate({
        to: '.',
        search: { ...next, ...(tab !== 'sources' && { tab }) },
        replace: true,
        resetScroll: false,
      }),
  }
}

const SettingsLink = () => (
  <IfMay area="settings">
    <Link to="/admin/tracking" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
      <Settings2 aria-hidden="true" className="size-4" />
      Counting
    </Link>
  </IfMay>
)

function NotCounting() {
  return (
    <EmptyState
      icon={<Footprints aria-hidden="true" />}
      title="Visits are not counted yet"
      text="Switch counting on, and this screen shows how many visits become orders, where they come from and which products they look at. It works without cookies and stores nothing about a person."
      action={
        <IfMay area="settings">
          <Link to="/admin/tracking" className={buttonStyle()}>
            Count visits
          </Link>
        </IfMay>
      }
    />
  )
}

const Paused = () => (
  <p className="rounded-card bg-honey-tint px-4 py-3 text-sm">
    Counting is switched off. What was counted before stays.
  </p>
)
