import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Flower } from './Picture.tsx'

/** A placeholder in the shape of what loads; `className` gives the shape. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={clsx('shimmer block rounded-card', className)} />
}

type EmptyStateProps = {
  title: ReactNode
  /** `h1` when it is the whole page. */
  titleAs?: 'h1' | 'p'
  text?: ReactNode
  icon?: ReactNode
  action?: ReactNode
}

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

type FailedStateProps = { message: string; onRetry: () => void }

/** In the place of content that could not be loaded. */
export function FailedState({ message, onRetry }: FailedStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-5 py-16 text-center">
      <p>{message}</p>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
