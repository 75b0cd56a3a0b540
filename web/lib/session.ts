import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Store, useSelector } from '@tanstack/react-store'
import type { Profile } from '#contract/accounts.ts'
import type { Role } from '#contract/rights.ts'
import { toast } from '../ui/toast.ts'
import { api, client } from './api.ts'
import { errorMessage } from './errors.ts'
import { useHydrated } from './hydration.ts'

const NOBODY = { profile: null, role: null, needs_two_factor: false } as const

export type SessionState =
  | ({ status: 'loading' } & typeof NOBODY)
  | ({ status: 'guest' } & typeof NOBODY)
  | { status: 'shopper'; profile: Profile; role: null; needs_two_factor: false }
  | { status: 'team'; profile: Profile; role: Role; needs_two_factor: boolean }

/**
 * Queried by the browser only: rendered pages do not depend on the session. A part of the page that is hydrated
 * after the answer came would differ from its HTML, so to it the session is loading, too.
 */
export function useSession(): SessionState {
  const hydrated = useHydrated()
  const { data, isPending } = useQuery(sessionOptions())
  if (!hydrated || isPending) return { status: 'loading', ...NOBODY }
  if (!data) return { status: 'guest', ...NOBODY }
  const { profile, role, needs_two_factor } = data
  return role
    ? { status: 'team', profile, role, needs_two_factor }
    : { status: 'shopper', profile, role, needs_two_factor: false }
}

/** A session that expired leaves the cached profile and the screen in place and opens the sign-in dialog. */
function sessionOptions() {
  const options = api.session.get.queryOptions()
  const queryFn = async ({ client: queries }: { client: QueryClient }) => {
    const session = await client.session.get()
    const cached = queries.getQueryData(options.queryKey)
    if (session || !cached) return session
    openSignInDialog()
    return cached
  }
  return { ...options, queryFn }
}

/** Refetches the session, after signing in or a change of the profile. */
export function useRefreshSession(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => queries.fetchQuery({ ...sessionOptions(), staleTime: 0 })
}

/** Forgets the session in this browser, with everything cached on its behalf, and goes home. */
export function useClearSession(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    const key = api.session.get.queryKey()
    closeSignInDialog()
    // Marks the cached session as fresh: a refetch during the navigation would open the sign-in dialog.
    queries.setQueryData(key, (cached) => cached)
    // Home first: without a session, an account screen would redirect to /auth.
    await navigate({ to: '/' })
    queries.setQueryData(key, null)
    queries.removeQueries({ type: 'inactive' })
  }
}

export function useSignOut(): () => void {
  const clearSession = useClearSession()
  const { mutate } = useMutation(
    api.auth.sign_out.mutationOptions({
      onSuccess: () => {
        toast.success('Signed out successfully')
        return clearSession()
      },
      onError: (error) => toast.error('Error', errorMessage(error)),
    }),
  )
  return () => mutate(undefined)
}

/** Whether the dialog that asks to sign in again is open. */
const signInDialog = new Store(false)

export const openSignInDialog = (): void => signInDialog.setState(() => true)

export const closeSignInDialog = (): void => signInDialog.setState(() => false)

export const useSignInDialogOpen = (): boolean => useSelector(signInDialog)
