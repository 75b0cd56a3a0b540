import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { Fragment, type ReactNode, useEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { buttonStyle } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'

const CLOVER = '/admin/clover'
const DENIED = "You don't have permission to access this page"

/** For convenience, not security: the server authorises every call of the back office itself. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { status, role, needs_two_factor } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const refused = status === 'guest' || status === 'shopper'

  useEffect(() => {
    // While the next page loads, this one is still mounted and already has its pathname.
    if (!refused || !pathname.startsWith('/admin')) return
    if (pathname === CLOVER) toast.error('Access Denied', DENIED)
    void navigate({ to: redirectTarget(pathname, status), replace: true })
  }, [refused, status, pathname, navigate])

  if (needs_two_factor) return <TwoFactorFirst />
  // Another role starts anew: no part of a screen outlives the right to it.
  if (status === 'team') return <Fragment key={role}>{children}</Fragment>
  return (
    <main
      id="main"
      aria-live="polite"
      className="page grid min-h-dvh place-items-center text-center text-quiet"
    >
      {refused && pathname === CLOVER ? (
        <AccessDenied />
      ) : (
        <h1 className="text-base font-normal">Loading...</h1>
      )}
    </main>
  )
}

/** Where somebody without a role goes from a screen of the back office. */
export function redirectTarget(pathname: string, status: 'guest' | 'shopper' | string) {
  if (pathname === '/admin/section-backgrounds') return '/admin'
  if (pathname === CLOVER && status === 'guest') return '/auth'
  return '/'
}

function TwoFactorFirst() {
  return (
    <main id="main" className="page grid min-h-dvh place-items-center">
      <EmptyState
        titleAs="h1"
        icon={<ShieldCheck aria-hidden="true" strokeWidth={1.5} />}
        title="Set up two-step sign-in first"
        text="Your shop requires it of you: a code from an app on your phone, asked for at each sign-in. It takes two minutes, under Two-step sign-in in your account."
        action={
          <Link to="/account" className={buttonStyle()}>
            Set it up
          </Link>
        }
      />
    </main>
  )
}

function AccessDenied() {
  return (
    <div className="grid gap-2">
      <h1 className="text-3xl text-ink">Access Denied</h1>
      <p>{DENIED}</p>
    </div>
  )
}
