import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Laptop, Smartphone } from 'lucide-react'
import type { OpenSession } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useBecomeGuest } from '../../lib/session.ts'
import { Badge, LocalTime } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Skeleton } from '../../ui/Feedback.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountSection } from './AccountSection.tsx'

export function SessionsSection() {
  const { data, error } = useQuery(api.account.sessions.queryOptions())
  const becomeGuest = useBecomeGuest()
  const endAll = useMutation(
    api.account.end_all_sessions.mutationOptions({
      onSuccess: () => {
        toast.success('You are signed out everywhere')
        return becomeGuest()
      },
      onError: (problem) => toast.error(errorMessage(problem)),
    }),
  )
  return (
    <AccountSection
      title="Where you are signed in"
      text="Something here that is not yours? End it."
    >
      {error && <p role="alert">{errorMessage(error)}</p>}
      {!data && !error && <Skeleton className="h-20" />}
      {data && (
        <ul className="divide-y divide-line rounded-card border border-line bg-paper">
          {data.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      <Button
        look="outline"
        className="justify-self-start"
        busy={endAll.isPending}
        onClick={() => endAll.mutate(undefined)}
      >
        Sign out everywhere
      </Button>
    </AccountSection>
  )
}

function SessionRow({ session }: { session: OpenSession }) {
  const queries = useQueryClient()
  const end = useMutation(
    api.account.end_session.mutationOptions({
      onError: (problem) => toast.error(errorMessage(problem)),
      onSettled: () => queries.invalidateQueries({ queryKey: api.account.sessions.key() }),
    }),
  )
  const Icon = /iPhone|iPad|Android/.test(session.device) ? Smartphone : Laptop
  return (
    <li className="flex items-center gap-4 px-4 py-3.5">
      <Icon aria-hidden="true" className="size-5 shrink-0 text-quiet" strokeWidth={1.6} />
      <div className="grid min-w-0 flex-1 gap-0.5">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {session.device}
          {session.current && <Badge tone="green">This device</Badge>}
        </p>
        <p className="text-quiet text-sm">
          Since <LocalTime iso={session.created_at} withTime />
        </p>
      </div>
      {!session.current && (
        <Button
          look="ghost"
          size="small"
          aria-label={`End the session of ${session.device}`}
          busy={end.isPending}
          onClick={() => end.mutate({ id: session.id })}
        >
          End
        </Button>
      )}
    </li>
  )
}
