import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../../lib/session.ts'

/** For screens of signed-in people: whoever is here, or the way to the door. The server checks on its own. */
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
