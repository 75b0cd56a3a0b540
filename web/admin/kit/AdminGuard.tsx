import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'

const CLOVER = '/admin/clover'
const DENIED = "You don't have permission to access this page"

/** For convenience, not security: the server authorises every call of the back office itself. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const refused = status === 'guest' || status === 'shopper'

  useEffect(() => {
    // While the next page loads, this one is still mounted and already has its pathname.
    if (!refused || !pathname.startsWith('/admin')) return
    if (pathname === CLOVER) toast.error('Access Denied', DENIED)
    void navigate({ to: redirectTarget(pathname, status), replace: true })
  }, [refused, status, pathname, navigate])

  if (status === 'admin') return children
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

function redirectTarget(pathname: string, status: 'guest' | 'shopper' | string) {
  if (pathname === '/admin/section-backgrounds') return '/admin'
  if (pathname === CLOVER && status === 'guest') return '/auth'
  return '/'
}

function AccessDenied() {
  return (
    <div className="grid gap-2">
      <h1 className="text-3xl text-ink">Access Denied</h1>
      <p>{DENIED}</p>
    </div>
  )
}
