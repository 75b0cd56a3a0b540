import { Link, type LinkProps } from '@tanstack/react-router'
import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Dashboard, Sales } from '#contract/insights.ts'
import { useMoney } from '../../lib/money.ts'
import { NamedList } from '../../ui/NamedList.tsx'
import { changeSince, defaultGrain, groupDays } from './series.ts'

const card =
  'relative grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-1 rounded-card border border-line bg-paper p-4 transition-[border-color,box-shadow] hover:border-rose/40 hover:shadow-raised sm:p-5'

type CardLinkProps = Pick<LinkProps, 'to' | 'search'> & { children: ReactNode }

/** The label is the link, and the whole card can be clicked. */
const CardLink = ({ to, search, children }: CardLinkProps) => (
  <Link
    to={to}
    search={search}
    className="text-quiet text-sm after:absolute after:inset-0 after:rounded-card"
  >
    {children}
  </Link>
)

type Figure = Pick<LinkProps, 'to' | 'search'> & { label: string; value: string; note: string }

/** The four figures of the shop as a whole. */
export function Overview({ shop }: { shop: Dashboard['shop'] }) {
  const formatMoney = useMoney()
  const { products_without_cost: without } = shop
  const left = `${without} ${without === 1 ? 'product' : 'products'} without cost price left out`
  const note = without > 0 ? left : 'Of what is in stock'
  const figures: Figure[] = [
    { label: 'Revenue', value: formatMoney(shop.revenue), note: 'All time', to: '/admin/orders' },
    {
      label: 'Inventory Cost',
      value: formatMoney(shop.inventory_cost),
      note,
      to: '/admin/products',
    },
    {
      label: 'Potential Profit',
      value: formatMoney(shop.potential_profit),
      note,
      to: '/admin/products',
    },
    {
      label: 'Low Stock',
      value: String(shop.low_stock),
      note: 'Fewer than 10 left',
      to: '/admin/products',
      search: { stock: 'low' },
    },
  ]
  return (
    <NamedList label="Overview" className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {figures.map(({ label, value, note: about, to, search }) => (
        <li key={label} className={card}>
          <CardLink to={to} search={search}>
            {label}
          </CardLink>
          <p className="font-semibold text-xl tabular-nums leading-tight sm:text-2xl">{value}</p>
          <p className="text-quiet text-xs">{about}</p>
        </li>
      ))}
    </NamedList>
  )
}

/** Without a format, money. */
type Measure = { label: string; of: (sales: Sales) => number; format?: (value: number) => string }

const average = ({ revenue, orders }: Sales) =>
  orders === 0 ? 0 : Math.round((revenue * 100) / orders) / 100
const net = ({ revenue, refunded }: Sales) =>
  (Math.round(revenue * 100) - Math.round(refunded * 100)) / 100

const MEASURES: readonly Measure[] = [
  { label: 'Revenue in period', of: ({ revenue }) => revenue },
  { label: 'Orders', of: ({ orders }) => orders, format: String },
  { label: 'Average order', of: average },
  { label: 'Net of refunds', of: net },
]

/** The four figures of the range, each with its change and a spark line. */
export function RangeFigures({ dashboard }: { dashboard: Dashboard }) {
  const formatMoney = useMoney()
  const { total, previous_total, days, range } = dashboard
  return (
    <NamedList label="Sales in this period" className="grid grid-cols-2 gap-3 xl:grid-cols-4">
      {MEASURES.map(({ label, of, format = formatMoney }) => (
        <li key={label} className={card}>
          <CardLink to="/admin/orders" search={range}>
            {label}
          </CardLink>
          <p className="font-semibold text-xl tabular-nums leading-tight sm:text-2xl">
            {format(of(total))}
          </p>
          <div className="flex h-7 items-end justify-between gap-3">
            {previous_total ? (
              <Change now={of(total)} before={of(previous_total)} format={format} />
            ) : (
              <span />
            )}
            <Spark values={sparkValues(days, of)} />
          </div>
        </li>
      ))}
    </NamedList>
  )
}

/** A point a day for a month, else a point a week or month. */
function sparkValues(days: Dashboard['days'], of: (sales: Sales) => number): number[] {
  const grain = defaultGrain(days.length)
  if (grain === 'day') return days.map(of)
  let place = 0
  return groupDays(days, [], grain).map(({ last }) => {
    const end = days.findIndex(({ day }) => day === last) + 1
    const part = days.slice(place, end)
    place = end
    return of(sumOf(part))
  })
}

const sumOf = (days: Sales[]): Sales =>
  days.reduce((sum, day) => ({
    orders: sum.orders + day.orders,
    revenue: Math.round((sum.revenue + day.revenue) * 100) / 100,
    discount: Math.round((sum.discount + day.discount) * 100) / 100,
    shipping: Math.round((sum.shipping + day.shipping) * 100) / 100,
    tax: Math.round((sum.tax + day.tax) * 100) / 100,
    coupon_orders: sum.coupon_orders + day.coupon_orders,
    returning_orders: sum.returning_orders + day.returning_orders,
    refunded: Math.round((sum.refunded + day.refunded) * 100) / 100,
  }))

type ChangeProps = { now: number; before: number; format: (value: number) => string }

function Change({ now, before, format }: ChangeProps) {
  const percent = changeSince(now, before)
  const title = `${format(before)} in the period before`
  if (percent === null || percent === 0) {
    return (
      <span title={title} className="text-quiet text-xs">
        {percent === 0 ? 'Unchanged' : now === 0 ? 'None before' : 'New'}
        <span className="sr-only">, {title}</span>
      </span>
    )
  }
  const Arrow = percent > 0 ? ArrowUp : ArrowDown
  return (
    <span
      title={title}
      className={`inline-flex items-center gap-0.5 font-medium text-xs tabular-nums ${percent > 0 ? 'text-leaf' : 'text-danger'}`}
    >
      <Arrow aria-hidden="true" className="size-3.5" />
      <span className="sr-only">{percent > 0 ? 'up' : 'down'} </span>
      {Math.abs(percent)}%<span className="sr-only">, {title}</span>
    </span>
  )
}

/** Decoration: the numbers are in the table of the chart. */
function Spark({ values }: { values: number[] }) {
  if (values.length < 2) return null
  const highest = Math.max(...values, 0)
  const lowest = Math.min(...values, 0)
  const height = highest - lowest || 1
  const points = values
    .map((value, place) => {
      const x = (place / (values.length - 1)) * 100
      const y = 23 - ((value - lowest) / height) * 22
      return `${x.toFixed(1)},${y.toFixed(1)}`
    })
    .join(' ')
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 24"
      preserveAspectRatio="none"
      className="h-6 w-20 text-rose sm:w-24"
    >
      <polyline
        points={points}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
