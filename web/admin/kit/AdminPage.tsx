import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ArrowLeft, BookOpen, ExternalLink } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonStyle } from '../../ui/Button.tsx'
import { HELP, type HelpName } from './help.ts'

type AdminPageProps = {
  title: ReactNode
  /** Which sentence and section of the guide belong to the screen. */
  help: HelpName
  /** What the screen shows, when that is one thing with a state of its own. */
  text?: ReactNode
  /** The screen's primary action, at the right of the title. */
  actions?: ReactNode
  /** The whole width, for tables. */
  wide?: boolean
  children: ReactNode
}

/** The head and width of every screen of the back office. */
export function AdminPage({ title, help, text, actions, wide, children }: AdminPageProps) {
  return (
    <div className={clsx('wrap-break-word', !wide && 'mx-auto max-w-[75rem]')}>
      <Link
        to="/admin"
        className="-ml-1 mb-2 inline-flex min-h-9 items-center gap-1.5 rounded-md px-1 text-quiet text-sm transition-colors hover:text-ink pointer-coarse:min-h-11"
      >
        <ArrowLeft aria-hidden="true" className="size-4" />
        Back to Admin Dashboard
      </Link>
      <header className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-3 xl:flex-nowrap">
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-1">
          <h1 className="text-section">{title}</h1>
          {text && <p className="max-w-2xl text-quiet">{text}</p>}
          <HelpLine name={help} />
        </div>
        {actions && <div className="flex flex-wrap gap-2.5 xl:shrink-0">{actions}</div>}
      </header>
      {children}
    </div>
  )
}

/** One sentence about the screen, and the way to the guide. */
export function HelpLine({ name }: { name: HelpName }) {
  const { text, section } = HELP[name]
  const [topic, hash] = section.split('#')
  return (
    <p className="max-w-3xl text-quiet">
      {text}{' '}
      <Link
        to="/admin/guide/$"
        params={{ _splat: topic }}
        hash={hash}
        className="inline-flex items-baseline gap-1 whitespace-nowrap text-rose text-sm underline decoration-rose/35 underline-offset-4 hover:decoration-rose"
      >
        <BookOpen aria-hidden="true" className="size-3.5 self-center" />
        How this works
      </Link>
    </p>
  )
}

/** From an empty list to the place in the shop that fills it. */
export function ShopLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={buttonStyle({ look: 'outline' })}>
      {children}
      <ExternalLink aria-hidden="true" className="size-4 text-quiet" />
    </Link>
  )
}

/** A white card of a form or a screen. */
export function Card({
  title,
  text,
  children,
}: {
  title?: ReactNode
  text?: ReactNode
  children: ReactNode
}) {
  return (
    <section className="min-w-0 rounded-card border border-line bg-paper p-5 sm:p-6">
      {title && <h2 className="mb-1 font-sans font-semibold text-base tracking-normal">{title}</h2>}
      {text && <p className="mb-4 text-quiet text-sm">{text}</p>}
      <div className={title && !text ? 'mt-4' : undefined}>{children}</div>
    </section>
  )
}
