import type { ReactNode } from 'react'
import { Flower } from './Flower.tsx'

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
