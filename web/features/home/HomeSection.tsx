import { clsx } from 'clsx'
import type { CSSProperties, ReactNode } from 'react'

export type SectionLook = { className: string; style?: CSSProperties }

type HomeSectionProps = {
  id: string
  eyebrow?: string
  title: ReactNode
  look: SectionLook
  children: ReactNode
}

export function HomeSection({ id, eyebrow, title, look, children }: HomeSectionProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className={clsx('py-20 lg:py-28', look.className)}
      style={look.style}
    >
      <div className="page">
        <header className="mb-8 grid gap-2.5 lg:mb-10">
          {eyebrow && <p className="text-eyebrow text-quiet">{eyebrow}</p>}
          <h2 id={`${id}-title`} className="text-section">
            {title}
          </h2>
        </header>
        {children}
      </div>
    </section>
  )
}
