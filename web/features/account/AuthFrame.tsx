import type { ReactNode } from 'react'
import { Skeleton } from '../../ui/Feedback.tsx'
import { Flower } from '../../ui/Picture.tsx'

type AuthFrameProps = {
  title: ReactNode
  text?: ReactNode
  /** Shown beside it on a desktop: why it is worth it. */
  reasons?: string[][]
  children: ReactNode
}

const REASONS = [
  ['Every order in one place', 'Follow parcels, find invoices, order again.'],
  ['A quicker checkout', 'Your address is there before you are.'],
  ['A voice', 'Tell others how a product felt on your skin.'],
]

/** The layout of sign-in, sign-up and the pages of mailed links. */
export function AuthFrame({ title, text, reasons = REASONS, children }: AuthFrameProps) {
  return (
    <div className="page py-8 sm:py-14 lg:py-20">
      <div className="mx-auto grid max-w-5xl overflow-hidden sm:rounded-3xl sm:bg-paper sm:shadow-raised lg:grid-cols-[1fr_1.1fr]">
        <Welcome reasons={reasons} />
        <div className="mx-auto grid w-full max-w-md content-start gap-7 sm:px-8 sm:py-12 lg:min-h-[40rem] lg:px-4 lg:py-14">
          <div className="grid gap-2">
            <h1 className="text-title">{title}</h1>
            {text && <p className="text-quiet">{text}</p>}
          </div>
          {children}
        </div>
      </div>
    </div>
  )
}

function Welcome({ reasons }: { reasons: string[][] }) {
  return (
    <aside
      aria-label="What an account is for"
      className="relative isolate hidden overflow-hidden bg-linear-160 from-blush to-blush-deep p-12 lg:grid lg:content-end"
    >
      <Flower className="-top-24 -left-20 -z-10 absolute size-96 text-ground/70" />
      <Flower className="-right-16 -z-10 absolute top-56 size-48 rotate-12 text-ground/50" />
      <ul className="grid gap-6">
        {reasons.map(([reason, detail]) => (
          <li key={reason} className="grid gap-1">
            <p className="font-display text-2xl leading-tight">{reason}</p>
            <p className="text-ink/75">{detail}</p>
          </li>
        ))}
      </ul>
    </aside>
  )
}

/** Until the session is loaded. */
export function AuthSkeleton() {
  return (
    <AuthFrame
      title={
        <>
          <span className="needs-script sr-only">Loading...</span>
          <noscript>Sign In</noscript>
          <Skeleton className="h-[1em] w-4/5" />
        </>
      }
    >
      <noscript>
        <p className="text-quiet">
          Signing in and signing up need JavaScript, which is switched off in this browser. Without
          an account you can{' '}
          <a href="/contact" className="text-rose underline underline-offset-4">
            write to us
          </a>
          .
        </p>
      </noscript>
      <div className="grid gap-6">
        <Skeleton className="h-11" />
        <Skeleton className="h-17" />
        <Skeleton className="h-17" />
        <Skeleton className="mt-4 h-13 rounded-full" />
      </div>
    </AuthFrame>
  )
}

const DEAD_LINK = 'It has expired, was already used, or arrived incomplete. That is quickly mended.'

export function DeadLink({ text = DEAD_LINK, children }: { text?: string; children: ReactNode }) {
  return (
    <AuthFrame title="This link no longer works">
      <p className="text-quiet">{text}</p>
      <div className="flex flex-wrap gap-3">{children}</div>
    </AuthFrame>
  )
}
