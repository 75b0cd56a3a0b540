import { clsx } from 'clsx'
import { useState } from 'react'
import { type DayRange, RANGES, type Range } from '#contract/insights.ts'

export const RANGE_NAMES: Record<Range, string> = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  year: 'This year',
  all: 'All time',
  custom: 'Custom',
}

type RangePickerProps = {
  range: Range
  /** The days that are shown, to begin a custom range with. */
  shown: DayRange | undefined
  onChange: (query: { range: Range; from?: string; to?: string }) => void
}

/** It scrolls sideways on a phone. 100vw alone would include the scrollbar of a window that shows one. */
export function RangePicker({ range, shown, onChange }: RangePickerProps) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="-mx-4 flex max-w-[calc(100vw-1.25rem)] gap-1.5 overflow-x-auto px-4 py-0.5 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-0">
        <legend className="sr-only">Period</legend>
        {RANGES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === range}
            onClick={() => onChange(one === 'custom' ? { range: one, ...shown } : { range: one })}
            className={clsx(
              'h-9 whitespace-nowrap rounded-full border px-3.5 text-sm transition-colors pointer-coarse:h-11',
              one === range
                ? 'border-rose bg-blush font-medium'
                : 'border-field/60 bg-paper hover:border-ink',
            )}
          >
            {RANGE_NAMES[one]}
          </button>
        ))}
      </fieldset>
      {range === 'custom' && shown && (
        <CustomDays
          key={`${shown.from} ${shown.to}`}
          shown={shown}
          onChange={(days) => onChange({ range, ...days })}
        />
      )}
    </div>
  )
}

const FIRST_DAY = '2000-01-01'

type CustomDaysProps = { shown: DayRange; onChange: (days: DayRange) => void }

/** Applied once both days are there and in order. */
function CustomDays({ shown, onChange }: CustomDaysProps) {
  const [days, setDays] = useState(shown)
  const isWrong = days.from > days.to
  const change = (patch: Partial<DayRange>) => {
    const next = { ...days, ...patch }
    setDays(next)
    // While 2026 is typed, browsers report the years 2, 20 and 202.
    const isTyped = next.from >= FIRST_DAY && next.to >= FIRST_DAY
    if (isTyped && next.from <= next.to) onChange(next)
  }
  const field = (name: 'from' | 'to', label: string) => (
    <label className="flex h-9 items-center gap-2 rounded-full border border-field/60 bg-paper pr-2 pl-3.5 text-sm pointer-coarse:h-11">
      <span className="text-quiet">{label}</span>
      <input
        type="date"
        min={FIRST_DAY}
        max="2099-12-31"
        value={days[name]}
        aria-invalid={isWrong || undefined}
        onChange={(event) => change({ [name]: event.target.value })}
        className="cursor-pointer bg-transparent"
      />
    </label>
  )
  return (
    <>
      {field('from', 'From')}
      {field('to', 'To')}
      {isWrong && (
        <span role="alert" className="text-danger text-sm">
          The first day is after the last.
        </span>
      )}
    </>
  )
}
