import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { AuthSkeleton } from '../features/account/AuthFrame.tsx'
import { type AuthMode, AuthTabs } from '../features/account/AuthTabs.tsx'
import { safeRedirect } from '../features/account/sign-in-redirect.ts'
import { pageHead } from '../lib/page-head.ts'
import { useSession } from '../lib/session.ts'

type AuthSearch = { mode?: AuthMode; redirect?: string }

export const Route = createFileRoute('/auth')({
  validateSearch: ({ mode, redirect }: Record<string, unknown>): AuthSearch => ({
    ...(mode === 'signin' || mode === 'signup' ? { mode } : {}),
    ...(typeof redirect === 'string' ? { redirect } : {}),
  }),
  head: ({ matches, match }) =>
    pageHead(matches, initialMode(match.search) === 'signup' ? 'Sign Up' : 'Sign In'),
  component: AuthPage,
})

/** A signed-in visitor is redirected, whether the session is old or new. */
function AuthPage() {
  const { mode, redirect } = Route.useSearch()
  const { status } = useSession()
  const { history } = useRouter()
  const signedIn = status === 'shopper' || status === 'team'
  useEffect(() => {
    if (signedIn) history.replace(safeRedirect(redirect))
  }, [signedIn, redirect, history])

  if (status !== 'guest') return <AuthSkeleton />
  return <AuthTabs initial={initialMode({ mode, redirect })} />
}

/** The checkout links to signing up with a redirect alone, and to signing in with the mode. */
const initialMode = ({ mode, redirect }: AuthSearch) => mode ?? (redirect ? 'signup' : 'signin')
