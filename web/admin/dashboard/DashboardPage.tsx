import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, type LinkProps, useLocation, useNavigate } from '@tanstack/react-router'
import { CircleAlert, Download } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { type Dashboard, DashboardQuery, DEFAULT_RANGE } from '#contract/insights.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { AdminPage, Card } from '../kit/AdminPage.tsx'
import { SetupWarnings, useFigures } from '../kit/figures.tsx'
import { FailedLoad, FirstLoad } from '../kit/WhenLoaded.tsx'
import { Breakdowns, LowStock, TopProducts } from './DashboardLists.tsx'
import { Overview, RangeFigures } from './FigureCards.tsx'
import { FunnelCard } from './FunnelSteps.tsx'
import { RangePicker } from './RangePicker.tsx'
import { defaultGrain, formatRange, GRAINS, type Grain, groupDays, longLabel } from './series.ts'

const SalesChart = lazy(() => import('./SalesChart.tsx'))

export function DashboardPage() {
  const { query, grain, show } = useDashboardUrl()
  const dashboard = useQuery({
    ...api.insights.dashboard.queryOptions({ input: query }),
    placeholderData: keepPreviousData,
  })
  const { data } = dashboard
  return (
    <AdminPage
      help="dashboard"
      title="Dashboard"
      actions={data && <ExportLink range={data.range} />}
    >
      <NeedsAttention />
      <SetupWarnings />
      {!data && dashboard.isPending && (
        <FirstLoad failure="Failed to load the dashboard">
          <LoadingDashboard />
        </FirstLoad>
      )}
      {dashboard.isError && (
        <FailedLoad
          failure="Failed to load the dashboard"
          error={dashboard.error}
          failedAt={dashboard.errorUpdatedAt}
          isShown={data !== undefined}
          onRetry={() => void dashboard.refetch()}
        />
      )}
      {data && (
        <div
          aria-busy={dashboard.isPlaceholderData}
          className={`grid gap-4 transition-opacity ${dashboard.isPlaceholderData ? 'opacity-60' : ''}`}
        >
          <Overview shop={data.shop} />
          <div className="mt-2 grid gap-2">
            <RangePicker
              range={query.range ?? DEFAULT_RANGE}
              shown={data.range}
              onChange={(next) => show({ ...next, by: undefined })}
            />
            <RangeText dashboard={data} />
          </div>
          <RangeFigures dashboard={data} />
          <SalesCard dashboard={data} grain={grain} onGrain={(by) => show({ ...query, by })} />
          <FunnelCard query={query} />
          <div className="grid gap-4 lg:grid-cols-2">
            <TopProducts products={data.top_products} />
            <LowStock shop={data.shop} />
          </div>
          <Breakdowns dashboard={data} />
        </div>
      )}
    </AdminPage>
  )
}

/** The period is in the URL, so that it can be bookmarked and sent. What the schema refuses is left out. */
function useDashboardUrl() {
  const { search } = useLocation()
  const navigate = useNavigate({ from: '/admin/dashboard' })
  const parsed = DashboardQuery.safeParse(search)
  const by = (search as { by?: unknown }).by
  return {
    query: parsed.success ? parsed.data : {},
    grain: GRAINS.find((one) => one === by),
    show: (next: DashboardQuery & { by?: Grain }) =>
      void navigate({ to: '.', search: next, replace: true, resetScroll: false }),
  }
}

function NeedsAttention() {
  const figures = useFigures()
  if (!figures) return null
  const {
    payments_attention: payments,
    orders_to_ship: orders,
    reviews_unanswered: reviews,
  } = figures
  if (payments + orders + reviews === 0) return null
  return (
    <section
      aria-label="Needs attention"
      className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 rounded-card border border-line bg-paper px-4 py-3 text-sm"
    >
      <h2 className="flex items-center gap-2 font-sans font-semibold text-sm tracking-normal">
        <CircleAlert
          aria-hidden="true"
          className={`size-4.5 ${payments > 0 ? 'text-danger' : 'text-rose'}`}
        />
        Needs attention
      </h2>
      {payments > 0 && (
        <ToDo to="/admin/orders" search={{ needs_attention: true }}>
          {payments} {payments === 1 ? 'payment needs' : 'payments need'} a decision
        </ToDo>
      )}
      {orders > 0 && (
        <ToDo to="/admin/orders" search={{ to_ship: true }}>
          {orders} {orders === 1 ? 'order' : 'orders'} to ship
        </ToDo>
      )}
      {reviews > 0 && (
        <ToDo to="/admin/products" search={{ tab: 'reviews', unanswered: true }}>
          {reviews} {reviews === 1 ? 'review' : 'reviews'} without an answer
        </ToDo>
      )}
    </section>
  )
}

type ToDoProps = Pick<LinkProps, 'to' | 'search'> & { children: ReactNode }

const ToDo = ({ to, search, children }: ToDoProps) => (
  <Link
    to={to}
    search={search}
    className="underline decoration-line underline-offset-4 hover:decoration-ink"
  >
    {children}
  </Link>
)

const ExportLink = ({ range: { from, to } }: Pick<Dashboard, 'range'>) => (
  <a
    href={`/api/export/sales.csv?from=${from}&to=${to}`}
    download
    className={buttonStyle({ look: 'outline', size: 'small' })}
  >
    <Download aria-hidden="true" className="size-4" />
    Export CSV
  </a>
)

function RangeText({ dashboard: { range, previous_range } }: { dashboard: Dashboard }) {
  return (
    <p className="text-quiet text-sm" aria-live="polite">
      {formatRange(range)}
      {previous_range && <>, compared with {formatRange(previous_range)}</>}
    </p>
  )
}

type SalesCardProps = {
  dashboard: Dashboard
  grain: Grain | undefined
  onGrain: (grain: Grain) => void
}

const GRAIN_NAMES: Record<Grain, string> = { day: 'Day', week: 'Week', month: 'Month' }

function SalesCard({ dashboard, grain, onGrain }: SalesCardProps) {
  const formatMoney = useMoney()
  const { days, previous_days } = dashboard
  const shown = grain ?? defaultGrain(days.length)
  const buckets = groupDays(days, previous_days, shown)
  return (
    <Card>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
        <h2 className="font-sans font-semibold text-base tracking-normal">Sales over time</h2>
        <fieldset className="flex rounded-full border border-field/60 p-0.5">
          <legend className="sr-only">Sales by</legend>
          {GRAINS.map((one) => (
            <button
              key={one}
              type="button"
              aria-pressed={one === shown}
              onClick={() => onGrain(one)}
              className="h-8 rounded-full px-3.5 text-sm aria-pressed:bg-blush aria-pressed:font-medium pointer-coarse:h-11"
            >
              {GRAIN_NAMES[one]}
            </button>
          ))}
        </fieldset>
      </div>
      <div aria-hidden="true" className="h-64 sm:h-80">
        <Suspense fallback={<Skeleton className="h-full" />}>
          <SalesChart buckets={buckets} grain={shown} />
        </Suspense>
      </div>
      <Legend hasPrevious={previous_days.length > 0} />
      <details className="mt-3 text-sm">
        <summary className="cursor-pointer py-2 text-quiet hover:text-ink">
          Show these figures as a table
        </summary>
        <section
          aria-label="Sales table"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
          className="max-h-80 overflow-auto"
        >
          <table className="w-full tabular-nums">
            <caption className="sr-only">Sales over time</caption>
            <thead className="text-quiet">
              <tr>
                <th scope="col" className="py-1.5 text-left font-medium">
                  {GRAIN_NAMES[shown]}
                </th>
                <th scope="col" className="text-right font-medium">
                  Orders
                </th>
                <th scope="col" className="text-right font-medium">
                  Revenue
                </th>
                <th scope="col" className="text-right font-medium">
                  Before
                </th>
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {buckets.map((bucket) => (
                <tr key={bucket.first}>
                  <th scope="row" className="py-1.5 text-left font-normal">
                    {longLabel(bucket, shown)}
                  </th>
                  <td className="text-right">{bucket.orders}</td>
                  <td className="text-right">{formatMoney(bucket.cents / 100)}</td>
                  <td className="text-right text-quiet">
                    {bucket.previous_cents === null ? '' : formatMoney(bucket.previous_cents / 100)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </Card>
  )
}

function Legend({ hasPrevious }: { hasPrevious: boolean }) {
  return (
    <p aria-hidden="true" className="mt-2 flex gap-5 text-quiet text-xs">
      <span className="flex items-center gap-1.5">
        <span className="size-2.5 rounded-xs bg-rose" />
        This period
      </span>
      {hasPrevious && (
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-field border-t-2 border-dashed" />
          Period before
        </span>
      )}
    </p>
  )
}

function LoadingDashboard() {
  const row = [0, 1, 2, 3]
  return (
    <div role="status" className="grid gap-4">
      <span className="sr-only">Loading...</span>
      {['overview', 'range'].map((name) => (
        <div key={name} className="grid grid-cols-2 gap-3 xl:grid-cols-4">
          {row.map((n) => (
            <Skeleton key={n} className="h-28" />
          ))}
        </div>
      ))}
      <Skeleton className="h-96" />
    </div>
  )
}
