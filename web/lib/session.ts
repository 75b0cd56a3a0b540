import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Profile } from '#contract/accounts.ts'
import { toast } from '../ui/toast.ts'
import { api } from './api.ts'

export type SessionState =
  | { status: 'loading'; profile: null }
  | { status: 'guest'; profile: null }
  | { status: 'shopper' | 'admin'; profile: Profile }

/** Who is signed in. Asked by the browser alone: rendered pages are the same for everybody. */
export function useSession(): SessionState {
  const { data, isPending } = useQuery(api.session.get.queryOptions())
  if (isPending) return { status: 'loading', profile: null }
  if (!data) return { status: 'guest', profile: null }
  return { status: data.is_admin ? 'admin' : 'shopper', profile: data.profile }
}

export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return async () => {
    const problem = await signOut()
    if (problem) return toast.error('Error', problem)
    queryClient.setQueryData(api.session.get.queryKey(), null)
    toast.success('Signed out successfully')
    await navigate({ to: '/' })
    // Nothing that only this person may see stays in memory.
    queryClient.removeQueries({ type: 'inactive' })
  }
}

async function signOut(): Promise<string | null> {
  const failed = 'We could not sign you out. Please try again.'
  try {
    const answer = await fetch('/api/auth/sign-out', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
    })
    if (answer.ok) return null
    const { message } = await answer.json()
    return message ?? failed
  } catch {
    return failed
  }
}
