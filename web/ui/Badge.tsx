import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'
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

type StarsProps = {
  rating: number
  size?: 'small' | 'medium'
  /** Sets how it is displayed, so that a breakpoint can hide it. */
  className?: string
}

/** A rating out of five. One element with a mask: as SVG, stars were a quarter of the products page. */
export function Stars({ rating, size = 'medium', className = 'inline-block' }: StarsProps) {
  const share = Math.round(Math.max(0, Math.min(5, rating)) * 20)
  return (
    <span
      role="img"
      aria-label={`Rated ${rating} out of 5`}
      className={clsx('stars', size === 'small' ? 'h-3.5 w-19' : 'h-4 w-22', className)}
      style={{ '--share': `${share}%` } as CSSProperties}
    />
  )
}

/** A date in the visitor's time zone; UTC on the server and during hydration. */
export function LocalTime({ iso, withTime }: { iso: string; withTime?: boolean }) {
  const timeZone = useHydrated() ? undefined : 'UTC'
  return <time dateTime={iso}>{formatDate(iso, { timeZone, withTime })}</time>
}
