import { clsx } from 'clsx'

/** Has the shape of what comes; give it that shape with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('shimmer block rounded-card', className)} />
}
