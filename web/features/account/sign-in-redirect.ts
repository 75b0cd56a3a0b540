import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../lib/session.ts'

/** Where to go after signing in: a path of this site, or home. Never another site (open redirect). */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !/^\/(?![/\\])/.test(wanted)) return '/'
  try {
    // Parsed as the browser does, which drops tabs and line breaks and turns \ into /.
    const here = 'https://shop.invalid'
    const { origin, pathname, search, hash } = new URL(wanted, here)
    const isHere = origin === here && !pathname.startsWith('//')
    return isHere && pathname !== '/auth' ? pathname + search + hash : '/'
  } catch {
    return '/'
  }
}

/** The profile, for account screens; guests are redirected to /auth. The server checks every call on its own. */
export function useSignedIn(path: '/my-orders' | '/account') {
  const session = useSession()
  const navigate = useNavigate()
  const isGuest = session.status === 'guest'
  useEffect(() => {
    if (isGuest) {
      void navigate({ to: '/auth', search: { mode: 'signin', redirect: path }, replace: true })
    }
  }, [isGuest, navigate, path])
  return session.profile
}
