import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { formatDate } from '../lib/format.ts'
import { useHydrated } from '../lib/hydration.ts'

const TONES = {
  rose: 'bg-rose text-on-rose',
  blush: 'bg-blush text-ink',
  paper: 'bg-paper text-ink',
  green: 'bg-leaf-tint text-leaf',
  yellow: 'bg-honey-tint text-honey',
  blue: 'bg-sky-tint text-sky',
  red: 'bg-danger-tint text-danger',
}

type BadgeProps = { tone?: keyof typeof TONES; className?: string; children: ReactNode }

export function Badge({ tone = 'blush', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex items-center gap-1 whitespace-nowrap rounded-full px-2.5 py-1 font-semibold text-xs leading-none',
        TONES[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}

const STAR =
  'M10 1.6l2.55 5.2 5.73.83-4.14 4.04.97 5.7L10 14.68l-5.12 2.7.98-5.71L1.72 7.63l5.72-.83z'

type StarsProps = {
  rating: number
  size?: 'small' | 'medium'
  /** Sets how it is displayed, so that a breakpoint can hide it. */
  className?: string
}

/** A rating out of five, drawn to the tenth. */
export function Stars({ rating, size = 'medium', className = 'inline-block' }: StarsProps) {
  const share = `${(Math.max(0, Math.min(5, rating)) / 5) * 100}%`
  return (
    <span
      role="img"
      aria-label={`Rated ${rating} out of 5`}
      className={clsx('relative shrink-0', size === 'small' ? 'h-3.5 w-19' : 'h-4 w-22', className)}
    >
      <Row className="text-star-empty" />
      <span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: share }}>
        <Row className="text-gold" />
      </span>
    </span>
  )
}

function Row({ className }: { className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 110 20"
      className={clsx('absolute inset-y-0 left-0 h-full w-auto max-w-none', className)}
    >
      {[0, 1, 2, 3, 4].map((n) => (
        <path key={n} d={STAR} transform={`translate(${n * 22.5} 0)`} fill="currentColor" />
      ))}
    </svg>
  )
}

/** A date in the visitor's time zone; UTC on the server and during hydration. */
export function LocalTime({ iso, withTime }: { iso: string; withTime?: boolean }) {
  const timeZone = useHydrated() ? undefined : 'UTC'
  return <time dateTime={iso}>{formatDate(iso, { timeZone, withTime })}</time>
}
