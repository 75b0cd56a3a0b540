import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '../ui/Button.tsx'

type AdminPageProps = {
  title: string
  text?: ReactNode
  /** The screen's primary actions, at the right of the title. */
  actions?: ReactNode
  children: ReactNode
}

/** The layout of every screen of the back office. */
export function AdminPage({ title, text, actions, children }: AdminPageProps) {
  return (
    <div className="page max-w-[90rem] py-8 lg:py-10">
      <Link
        to="/admin"
        className={buttonStyle({
          look: 'quiet',
          size: 'small',
          className: '-ml-4 mb-4',
        })}
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Admin Dashboard
      </Link>
      <header className="mb-8 flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1.5">
          <h1 className="text-section">{title}</h1>
          {text && <p className="max-w-2xl text-quiet">{text}</p>}
        </div>
        {actions && <div className="flex flex-wrap gap-3">{actions}</div>}
      </header>
      {children}
    </div>
  )
}
