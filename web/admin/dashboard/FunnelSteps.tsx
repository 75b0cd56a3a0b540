import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DashboardQuery } from '#contract/insights.ts'
import type { FunnelCounts } from '#contract/visits.ts'
import { api } from '../../lib/api.ts'
import { useMoney } from '../../lib/money.ts'
import { NamedList } from '../../ui/NamedList.tsx'
import { Card } from '../kit/AdminPage.tsx'
import { textLink } from '../kit/order-marks.tsx'
import { WhenLoaded } from '../kit/WhenLoaded.tsx'

const STEPS = [
  { step: 'visits', name: 'Visits' },
  { step: 'views', name: 'Saw a product' },
  { step: 'carts', name: 'Added to cart' },
  { step: 'checkouts', name: 'Began to check out' },
  { step: 'orders', name: 'Paid' },
] as const

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

/** "12.5%"; a dash when there is nothing to compare with. */
export const shareOf = (part: number, whole: number) =>
  whole <= 0 ? '–' : percent.format(part / whole)

/** Each step with its share of all visits, and of the step before. */
export function FunnelSteps({ counts }: { counts: FunnelCounts }) {
  const formatMoney = useMoney()
  const widest = Math.max(...STEPS.map(({ step }) => counts[step]), 1)
  return (
    <NamedList label="From visit to order" className="grid gap-4">
      {STEPS.map(({ step, name }, place) => {
        const before = STEPS[place - 1]
        return (
          <li
            key={step}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 gap-y-1.5 sm:grid-cols-[9rem_minmax(0,1fr)_4rem_13rem] xl:grid-cols-[11rem_minmax(0,1fr)_5rem_22rem]"
          >
            <span className="font-medium text-sm">{name}</span>
            <span
              aria-hidden="true"
              className="order-last col-span-2 h-2.5 rounded-full bg-blush sm:order-none sm:col-span-1 sm:mt-1.5 sm:self-start"
            >
              <span
                className="block h-full rounded-full bg-rose"
                style={{ width: `${(Math.max(0, counts[step]) / widest) * 100}%` }}
              />
            </span>
            <span className="text-right font-semibold tabular-nums">
              {counts[step].toLocaleString('en-US')}
            </span>
            <span className="col-span-2 text-quiet text-sm tabular-nums sm:col-span-1">
              {before
                ? `${shareOf(counts[step], counts.visits)} of visits, ${shareOf(counts[step], counts[before.step])} of the step before`
                : 'Opened from outside of the shop'}
              {step === 'orders' && `; ${formatMoney(counts.revenue)}`}
            </span>
          </li>
        )
      })}
    </NamedList>
  )
}

/** On the dashboard of a shop that counts visits. */
export function FunnelCard({ query }: { query: DashboardQuery }) {
  const { data: settings } = useQuery(api.site_settings.list.queryOptions())
  const isOn = settings?.count_visits === 'on'
  const funnel = useQuery({
    ...api.visits.funnel.queryOptions({ input: query }),
    enabled: isOn,
    placeholderData: keepPreviousData,
  })
  if (!isOn) return null
  return (
    <Card title="From visit to order">
      <WhenLoaded query={funnel} failure="Failed to load the visitors" isSmall>
        {({ total }) => <FunnelSteps counts={total} />}
      </WhenLoaded>
      <p className="mt-4 text-sm">
        <Link to="/admin/visitors" search={query} className={textLink}>
          By source and product
        </Link>
      </p>
    </Card>
  )
}
