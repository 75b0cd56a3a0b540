import { useMemo } from 'react'
import {
  Bar,
  CartesianGrid,
  ComposedChart,
  Line,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from 'recharts'
import type { Currency } from '#contract/money.ts'
import { useCurrency, useMoney } from '../../lib/money.ts'
import { type Bucket, type Grain, longLabel, shortLabel } from './series.ts'

const shortMoney = (currency: Currency) =>
  new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    notation: 'compact',
    maximumFractionDigits: 1,
  })

const axis = { fontSize: 12, fill: 'var(--quiet)' }

/** The bars of the range and, as a line, the period before. Screen readers get the table beside it. */
export default function SalesChart({ buckets, grain }: { buckets: Bucket[]; grain: Grain }) {
  const currency = useCurrency()
  const short = useMemo(() => shortMoney(currency), [currency])
  const hasPrevious = buckets.some(({ previous_cents }) => previous_cents !== null)
  const hasSales = buckets.some(({ cents, previous_cents }) => cents > 0 || previous_cents)
  const data = buckets.map((bucket) => ({
    bucket,
    label: shortLabel(bucket, grain),
    revenue: bucket.cents / 100,
    previous: bucket.previous_cents === null ? null : bucket.previous_cents / 100,
  }))
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart
        data={data}
        accessibilityLayer={false}
        margin={{ top: 8, right: 4, bottom: 0, left: 0 }}
      >
        <CartesianGrid vertical={false} stroke="var(--line)" />
        <XAxis
          dataKey="label"
          tick={axis}
          tickLine={false}
          axisLine={{ stroke: 'var(--line)' }}
          interval="equidistantPreserveStart"
          minTickGap={28}
          tickMargin={8}
        />
        <YAxis
          tick={axis}
          tickLine={false}
          axisLine={false}
          width={52}
          domain={[0, hasSales ? 'auto' : 100]}
          tickCount={5}
          tickFormatter={(value: number) => short.format(value)}
        />
        <Tooltip
          isAnimationActive={false}
          cursor={{ fill: 'var(--blush)', opacity: 0.6 }}
          content={({ payload }) => {
            const bucket = (payload?.[0]?.payload as (typeof data)[number] | undefined)?.bucket
            return bucket ? <Sums bucket={bucket} grain={grain} /> : null
          }}
        />
        <Bar
          dataKey="revenue"
          fill="var(--rose)"
          radius={[3, 3, 0, 0]}
          maxBarSize={44}
          isAnimationActive={false}
        />
        {hasPrevious && (
          <Line
            dataKey="previous"
            type="linear"
            stroke="var(--field)"
            strokeWidth={1.75}
            strokeDasharray="4 4"
            dot={buckets.length === 1}
            isAnimationActive={false}
          />
        )}
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function Sums({ bucket, grain }: { bucket: Bucket; grain: Grain }) {
  const formatMoney = useMoney()
  const { cents, previous_cents, orders } = bucket
  return (
    <div className="rounded-field border border-line bg-paper px-3.5 py-2.5 text-sm shadow-raised">
      <p className="text-quiet">{longLabel(bucket, grain)}</p>
      <p className="font-semibold tabular-nums">{formatMoney(cents / 100)}</p>
      <p className="text-quiet tabular-nums">
        {orders} {orders === 1 ? 'order' : 'orders'}
      </p>
      {previous_cents !== null && (
        <p className="text-quiet tabular-nums">Before: {formatMoney(previous_cents / 100)}</p>
      )}
    </div>
  )
}
