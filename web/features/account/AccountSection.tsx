import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { useRefreshSession } from '../../lib/session.ts'
import { toast } from '../../ui/toast.ts'

export const useAccount = (signedIn: boolean) =>
  useQuery({ ...api.account.get.queryOptions(), enabled: signedIn })

/** After a change: with the answer at hand it is shown at once, and the bar learns of it. */
export function useAccountChanged() {
  const queries = useQueryClient()
  const refreshSession = useRefreshSession()
  return async (account?: Account) => {
    if (account) queries.setQueryData(api.account.get.queryKey(), account)
    else await queries.invalidateQueries({ queryKey: api.account.key() })
    await refreshSession()
  }
}

/** A mail with a link that confirms the own address. */
export function useSendConfirmation() {
  const { mutate, isPending, isSuccess } = useMutation(
    api.account.send_confirmation.mutationOptions({
      onSuccess: () => toast.success('A link is on its way', 'Please look into your mailbox.'),
      onError: (error) => toast.error(errorMessage(error)),
    }),
  )
  return { send: () => mutate(undefined), isPending, isSuccess }
}

type AccountSectionProps = { title: string; text?: ReactNode; children: ReactNode }

/** What it is about at the left, what to do at the right. */
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
