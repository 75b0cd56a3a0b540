import { Link } from '@tanstack/react-router'
import { clsx } from 'clsx'
import { ScrollText, Server } from 'lucide-react'
import { useState } from 'react'
import { buttonStyle } from '../../ui/Button.tsx'
import { IfMay } from './rights.tsx'

const VIEWS = { desktop: 'Desktop', phone: 'Phone', text: 'Text' } as const
type View = keyof typeof VIEWS

/** A phone's width and one with room around the 600 pixels of a mail. */
const WIDTHS = { phone: 390, desktop: 700 } as const

type MailFrameProps = { label: string; mail: { subject: string; html: string; text: string } }

/**
 * A mail as its reader sees it. The frame is sandboxed without any permission: whatever a mail contains, it runs no
 * script, opens no page and belongs to no origin.
 */
export function MailFrame({ label, mail }: MailFrameProps) {
  const [view, setView] = useState<View>('desktop')
  return (
    <section aria-label={label} className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 text-sm [overflow-wrap:anywhere]">
          <span className="text-quiet">Subject: </span>
          <span className="font-medium">{mail.subject}</span>
        </p>
        <fieldset className="flex rounded-field border border-line bg-paper p-0.5">
          <legend className="sr-only">How the mail is shown</legend>
          {(Object.keys(VIEWS) as View[]).map((name) => (
            <button
              key={name}
              type="button"
              aria-pressed={name === view}
              onClick={() => setView(name)}
              className={clsx(
                'min-h-8 rounded-md px-3 text-sm pointer-coarse:min-h-11',
                name === view ? 'bg-blush text-ink' : 'text-quiet hover:text-ink',
              )}
            >
              {VIEWS[name]}
            </button>
          ))}
        </fieldset>
      </div>
      {view === 'text' ? (
        <section
          aria-label="Text of the mail"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach it.
          tabIndex={0}
          className="max-h-[36rem] overflow-auto whitespace-pre-wrap rounded-card border border-line bg-paper p-5 font-mono text-sm [overflow-wrap:anywhere]"
        >
          {mail.text}
        </section>
      ) : (
        <div className="overflow-hidden rounded-card border border-line bg-blush/40">
          <iframe
            title={`${label}, ${VIEWS[view].toLowerCase()}`}
            sandbox=""
            srcDoc={mail.html}
            style={{ width: WIDTHS[view] }}
            className="mx-auto block h-[min(36rem,70dvh)] max-w-full bg-ground"
          />
        </div>
      )}
    </section>
  )
}

/** For the head of every screen that sends mail. */
export const MailLinks = () => (
  <IfMay area="mail">
    <Link to="/admin/mails" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
      <ScrollText aria-hidden="true" className="size-4" />
      Delivery log
    </Link>
    <Link to="/admin/mail-server" className={buttonStyle({ look: 'outline', size: 'narrow' })}>
      <Server aria-hidden="true" className="size-4" />
      Mail server
    </Link>
  </IfMay>
)
