import { clsx } from 'clsx'
import { type CSSProperties, useId } from 'react'
import type { RatingSummary, ReviewSort } from '#contract/reviews.ts'
import { Stars } from '../../ui/Badge.tsx'
import type { ReviewFilters } from './review-queries.ts'

const SORTS: Record<ReviewSort, string> = {
  newest: 'Newest first',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
  helpful: 'Most helpful',
}

type FilterProps = { filters: ReviewFilters; onChange: (filters: ReviewFilters) => void }

type HistogramProps = FilterProps & { summary: RatingSummary }

/** The average, and how often each star was given; a row shows only the reviews with these stars. */
export function Histogram({ summary, filters, onChange }: HistogramProps) {
  const { rating_average, review_count, rating_counts } = summary
  return (
    <div className="grid gap-5">
      <p className="flex items-center gap-4">
        <span className="font-display text-5xl leading-none">{rating_average.toFixed(1)}</span>
        <span className="grid gap-1">
          <Stars rating={rating_average} />
          <span className="text-quiet text-sm">
            {review_count} {review_count === 1 ? 'review' : 'reviews'}
          </span>
        </span>
      </p>
      <ul className="grid">
        {[5, 4, 3, 2, 1].map((star) => (
          <li key={star}>
            <StarRow
              star={star}
              count={rating_counts[star - 1] ?? 0}
              total={review_count}
              pressed={filters.rating === star}
              onPress={() =>
                onChange({ ...filters, rating: filters.rating === star ? undefined : star })
              }
            />
          </li>
        ))}
      </ul>
    </div>
  )
}

type StarRowProps = {
  star: number
  count: number
  total: number
  pressed: boolean
  onPress: () => void
}

function StarRow({ star, count, total, pressed, onPress }: StarRowProps) {
  const share = total > 0 ? (count / total) * 100 : 0
  return (
    <button
      type="button"
      aria-pressed={pressed}
      aria-label={`${starWords(star)}: ${count} ${count === 1 ? 'review' : 'reviews'}`}
      disabled={count === 0 && !pressed}
      onClick={onPress}
      className="-mx-2 flex min-h-9 w-[calc(100%+1rem)] items-center gap-3 rounded-field px-2 text-sm transition-colors enabled:hover:bg-blush disabled:text-quiet aria-pressed:bg-blush aria-pressed:font-medium pointer-coarse:min-h-11"
    >
      <span className="w-12 text-left">{starWords(star)}</span>
      <span className="h-2 flex-1 overflow-hidden rounded-full bg-star-empty/60">
        <span
          className="block h-full w-(--share) rounded-full bg-gold"
          style={{ '--share': `${share}%` } as CSSProperties}
        />
      </span>
      <span className="min-w-6 text-right text-quiet tabular-nums">{count}</span>
    </button>
  )
}

const starWords = (star: number) => `${star} ${star === 1 ? 'star' : 'stars'}`

export function FilterBar({ filters, onChange }: FilterProps) {
  const id = useId()
  const toggle = (name: 'with_media' | 'verified') =>
    onChange({ ...filters, [name]: filters[name] ? undefined : true })
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Chip pressed={filters.with_media === true} onPress={() => toggle('with_media')}>
        With photos
      </Chip>
      <Chip pressed={filters.verified === true} onPress={() => toggle('verified')}>
        Verified
      </Chip>
      {filters.rating !== undefined && (
        <Chip pressed onPress={() => onChange({ ...filters, rating: undefined })}>
          {starWords(filters.rating)} <span aria-hidden="true">×</span>
        </Chip>
      )}
      <label htmlFor={id} className="sr-only">
        Sort reviews
      </label>
      <select
        id={id}
        className="ml-auto min-h-10 rounded-full border border-field/60 bg-paper px-3 text-sm hover:border-ink pointer-coarse:min-h-11"
        value={filters.sort ?? 'newest'}
        onChange={({ target }) => {
          const sort = target.value as ReviewSort
          onChange({ ...filters, sort: sort === 'newest' ? undefined : sort })
        }}
      >
        {Object.entries(SORTS).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

type ChipProps = { pressed: boolean; onPress: () => void; children: React.ReactNode }

function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={clsx(
        'inline-flex min-h-10 items-center gap-1.5 rounded-full border px-3.5 text-sm transition-colors pointer-coarse:min-h-11',
        pressed ? 'border-rose bg-blush font-medium' : 'border-field/60 hover:border-ink',
      )}
    >
      {children}
    </button>
  )
}
