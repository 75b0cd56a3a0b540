import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toast } from '../../ui/toast.ts'

type AdminMutation<Input, Output> = {
  run: (input: Input) => Promise<Output>
  /** The text of the success toast. */
  success?: string | ((output: Output, input: Input) => string)
  /** The title of the failure toast; the server's message is its text. */
  failure?: string
  /** Which queries show something else now: `[api.products.key()]`. The log of changes always does. */
  refresh?: readonly QueryKey[]
  /** Refreshes after a failure too, when what is shown may be out of date. */
  refreshOnError?: boolean
  /** Changes of one scope run one after the other. */
  scope?: string
  onSuccess?: (output: Output, input: Input) => void
  /** True when the error was shown in some better place than a toast. */
  onError?: (error: unknown) => boolean
}

/** One change of the back office: toast, refresh, and the caller goes on. */
export function useAdminMutation<Input, Output>(mutation: AdminMutation<Input, Output>) {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all(
      [api.audit_log.key(), ...(mutation.refresh ?? [])].map((queryKey) =>
        queries.invalidateQueries({ queryKey }),
      ),
    )
  return useMutation({
    mutationFn: mutation.run,
    scope: mutation.scope === undefined ? undefined : { id: mutation.scope },
    onSuccess: async (output, input) => {
      const { success } = mutation
      if (success) toast.success(typeof success === 'string' ? success : success(output, input))
      mutation.onSuccess?.(output, input)
      await refresh()
    },
    onError: (error) => {
      if (mutation.refreshOnError) void refresh()
      if (mutation.onError?.(error)) return
      toast.error(mutation.failure ?? 'Error', errorMessage(error))
    },
  })
}
