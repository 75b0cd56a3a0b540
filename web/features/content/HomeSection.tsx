import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import type { SectionBackground } from '#contract/content.ts'
import { backgroundLook } from './section-background.ts'

type HomeSectionProps = {
  id: string
  title: ReactNode
  background?: SectionBackground
  children: ReactNode
}

export function HomeSection({ id, title, background, children }: HomeSectionProps) {
  const look = backgroundLook(background)
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={clsx('py-20 lg:py-28', look.className)}
      style={look.style}
    >
      <div className="page">
        <h2 id={`${id}-title`} className="mb-8 text-section">
          {title}
        </h2>
        {children}
      </div>
    </section>
  )
}
