import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import { api } from '../../lib/api.ts'
import { useRefreshSession } from '../../lib/session.ts'

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
