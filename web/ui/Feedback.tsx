import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Flower } from './Picture.tsx'

export function Spinner({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={clsx(
        'inline-block size-[1.1em] animate-spin rounded-full border-2 border-current border-r-transparent',
        className,
      )}
    />
  )
}

/** Has the shape of what comes; give it that shape with `className`. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('shimmer block rounded-card', className)} />
}

type EmptyStateProps = {
  title: ReactNode
  /** When it is all that the page has to say. */
  titleAs?: 'h1' | 'p'
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

/** A picture, a sentence and a way on. */
export function EmptyState({ title, titleAs: Title = 'p', text, icon, action }: EmptyStateProps) {
  return (
    <div className="mx-auto grid max-w-md animate-appear justify-items-center gap-4 px-4 py-16 text-center">
      <span className="grid size-24 place-items-center rounded-full bg-blush text-rose [&>svg]:size-10">
        {icon ?? <Flower />}
      </span>
      <Title className="font-display text-2xl leading-tight">{title}</Title>
      {text && <p className="text-quiet">{text}</p>}
      {action && <div className="mt-2">{action}</div>}
    </div>
  )
}
