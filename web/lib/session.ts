import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import type { Profile } from '#contract/accounts.ts'
import { toast } from '../ui/toast.ts'
import { api, client } from './api.ts'
import { errorMessage } from './errors.ts'

let asking = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  asking = next
  for (const listener of listeners) listener()
}

/** The session ended in the middle of something: whoever was here may sign in again and go on where they were. */
export const askToSignInAgain = (): void => set(true)

export const stopAsking = (): void => set(false)

export function useAskedToSignInAgain(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asking,
    () => false,
  )
}

export type SessionState =
  | { status: 'loading'; profile: null }
  | { status: 'guest'; profile: null }
  | { status: 'shopper' | 'admin'; profile: Profile }

/** Who is signed in. Asked by the browser alone: rendered pages are the same for everybody. */
export function useSession(): SessionState {
  const { data, isPending } = useQuery(sessionOptions())
  if (isPending) return { status: 'loading', profile: null }
  if (!data) return { status: 'guest', profile: null }
  return { status: data.is_admin ? 'admin' : 'shopper', profile: data.profile }
}

/**
 * A session that ended by itself leaves everything on the screen as it is, and asks to sign in again. Only
 * who signs out, or does not want to sign in again, becomes a guest.
 */
function sessionOptions() {
  const options = api.session.get.queryOptions()
  const queryFn = async ({ client: queries }: { client: QueryClient }) => {
    const now = await client.session.get()
    const before = queries.getQueryData(options.queryKey)
    if (now || !before) return now
    askToSignInAgain()
    return before
  }
  return { ...options, queryFn }
}

/** Asks the server anew who is here, after signing in or a change of the profile. */
export function useRefreshSession(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => queries.fetchQuery({ ...sessionOptions(), staleTime: 0 })
}

/** From now on nobody is signed in, and nothing that only that person may see stays in memory. */
export function useBecomeGuest(): () => Promise<void> {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async () => {
    const key = api.session.get.queryKey()
    stopAsking()
    // Home first, or a screen for signed-in people would show the door. What is known counts until then.
    queries.setQueryData(key, (known) => known)
    await navigate({ to: '/' })
    queries.setQueryData(key, null)
    queries.removeQueries({ type: 'inactive' })
  }
}

export function useSignOut(): () => void {
  const becomeGuest = useBecomeGuest()
  const { mutate } = useMutation(
    api.auth.sign_out.mutationOptions({
      onSuccess: () => {
        toast.success('Signed out successfully')
        return becomeGuest()
      },
      onError: (error) => toast.error('Error', errorMessage(error)),
    }),
  )
  return () => mutate(undefined)
}
