import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'
import { showFailure } from './account-fields.tsx'

export const useAccount = (signedIn: boolean) =>
  useQuery({ ...api.account.get.queryOptions(), enabled: signedIn })

/** Call after a change: updates or refetches the account, and refetches the session. */
export function useAccountChanged() {
  const queries = useQueryClient()
  const refreshSession = useRefreshSession()
  return async (account?: Account) => {
    if (account) queries.setQueryData(api.account.get.queryKey(), account)
    else await queries.invalidateQueries({ queryKey: api.account.key() })
    await refreshSession()
  }
}

export function useSendConfirmation() {
  const { mutate, isPending, isSuccess } = useMutation(
    api.account.send_confirmation.mutationOptions({
      onSuccess: () => toast.success('A link is on its way', 'Please look into your mailbox.'),
      onError: showFailure,
    }),
  )
  return { send: () => mutate(undefined), isPending, isSuccess }
}

type AccountSectionProps = { title: string; text?: ReactNode; children: ReactNode }

export function AccountSection({ title, text, children }: AccountSectionProps) {
  return (
    <section className="grid gap-x-12 gap-y-5 border-line border-t py-9 md:grid-cols-[1fr_1.6fr] lg:py-11">
      <div className="grid content-start gap-1.5">
        <h2 className="text-2xl">{title}</h2>
        {text && <p className="max-w-sm text-quiet">{text}</p>}
      </div>
      <div className="grid min-w-0 max-w-xl content-start gap-5">{children}</div>
    </section>
  )
}
