import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { errorMessage } from '../../lib/errors.ts'
import { toast } from '../../ui/toast.ts'

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
