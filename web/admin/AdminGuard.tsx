import { useLocation, useNavigate } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useSession } from '../lib/session.ts'
import { toast } from '../ui/toast.ts'

const CLOVER = '/admin/clover'
const DENIED = "You don't have permission to access this page"

/** Comfort, not protection: the server refuses every call of the back office on its own. */
export function AdminGuard({ children }: { children: ReactNode }) {
  const { status } = useSession()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const refused = status === 'guest' || status === 'shopper'

  useEffect(() => {
    // While the next page loads, this one is still here and already sees its address.
    if (!refused || !pathname.startsWith('/admin')) return
    if (pathname === CLOVER) toast.error('Access Denied', DENIED)
    void navigate({ to: wayOut(pathname, status), replace: true })
  }, [refused, status, pathname, navigate])

  if (status === 'admin') return children
  return (
    <div
      role="status"
      className="page grid min-h-[60dvh] place-items-center text-center text-quiet"
    >
      {refused && pathname === CLOVER ? (
        <AccessDenied />
      ) : (
        <h1 className="text-base font-normal">Loading...</h1>
      )}
    </div>
  )
}

function wayOut(pathname: string, status: 'guest' | 'shopper' | string) {
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
