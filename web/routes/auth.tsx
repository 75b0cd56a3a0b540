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
  head: ({ matches }) => pageHead(matches, 'Sign In'),
  component: AuthPage,
})

/** Whoever is signed in, from before or from just now, goes on to where they wanted. */
function AuthPage() {
  const { mode, redirect } = Route.useSearch()
  const { status } = useSession()
  const { history } = useRouter()
  const isHere = status === 'shopper' || status === 'admin'
  useEffect(() => {
    if (isHere) history.replace(safeRedirect(redirect))
  }, [isHere, redirect, history])

  if (status !== 'guest') return <AuthSkeleton />
  // Checkout offers signing up with a redirect alone, and signing in with the mode.
  return <AuthTabs initial={mode ?? (redirect ? 'signup' : 'signin')} />
}
